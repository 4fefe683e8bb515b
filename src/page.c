/* SPDX-License-Identifier: MIT */
/* Web pages: see page.h. Each colour of text has a contrast of 4.5 or more to what it is on, in both
 * schemes. */
#include <config.h>
#include "page.h"
#include <string.h>
#include "board_svg.h"

/* What is from the input has `dir="auto"`: names in Arabic or Hebrew do not disturb what is around them. */
static const char styles[] =
    ":root { color-scheme: light dark; --text: #1d1f23; --quiet: #565a63; --page: #fff; "
    "--card: #f6f5f2; --line: #d9d6cf; --link: #0b4f9e; --bar: #4c7a34; --bad: #a3271f; }\n"
    "@media (prefers-color-scheme: dark) { :root { --text: #e8e6e3; --quiet: #adb1b8; "
    "--page: #16181b; --card: #212429; --line: #3b4048; --link: #8fbdf5; --bar: #86b85f; "
    "--bad: #f0897f; } }\n"
    "* { box-sizing: border-box; }\n"
    "body { font: 1rem/1.45 system-ui, sans-serif; margin: 0 auto; padding: 1rem; "
    "max-width: 70rem; color: var(--text); background: var(--page); }\n"
    "h1 { font-size: 1.6rem; line-height: 1.2; margin: .5rem 0 1rem; }\n"
    "h2 { font-size: 1.25rem; line-height: 1.25; margin: 0 0 .8rem; }\n"
    "h3 { font-size: 1.05rem; margin: 0 0 .5rem; }\n"
    "h1, h2, h3, dd, td, th, p, li { overflow-wrap: anywhere; }\n"
    "a { color: var(--link); }\n"
    "a:focus-visible { outline: .2rem solid var(--link); outline-offset: .15rem; }\n"
    "article, section { background: var(--card); border: 1px solid var(--line); "
    "border-radius: .5rem; padding: 1rem; margin: 0 0 1.25rem; }\n"
    "section section, section article { background: none; padding: 1rem 0 0; border: 0; "
    "border-top: 1px solid var(--line); border-radius: 0; margin: 1rem 0 0; }\n"
    ".board { display: flex; flex-wrap: wrap; gap: 1rem 1.5rem; align-items: flex-start; }\n"
    ".board > svg { max-width: 100%; height: auto; flex: none; }\n"
    ".broken > svg { width: 20rem; }\n"
    "dl { margin: 0; flex: 1 1 18rem; min-width: 0; }\n"
    ".broken > p { flex: 1 1 18rem; min-width: 0; margin: 0; }\n"
    "dt { font-size: .875rem; color: var(--quiet); }\n"
    "dd { margin: 0 0 .6rem; }\n"
    "code { font: .875rem/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }\n"
    ".next { margin: .8rem 0 0; display: flex; gap: 1.5rem; }\n"
    ".quiet, caption { color: var(--quiet); }\n"
    ".bad { color: var(--bad); }\n"
    ".charts { columns: 20rem; column-gap: 2rem; }\n"
    ".charts > div { break-inside: avoid; padding: 0 0 1.5rem; }\n"
    "nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; list-style: none; padding: 0; "
    "margin: 0 0 1rem; }\n"
    "table { border-collapse: collapse; width: 100%; margin: 0; }\n"
    "caption { text-align: left; font-weight: 600; padding: 0 0 .4rem; }\n"
    "th, td { text-align: left; vertical-align: top; font-weight: 400; padding: .15rem .75rem .15rem 0; }\n"
    "td:last-child, th:last-child { padding-right: 0; }\n"
    "thead th { font-size: .875rem; color: var(--quiet); }\n"
    ".number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }\n"
    ".bar { width: 40%; vertical-align: middle; }\n"
    ".bar svg { display: block; width: 100%; height: .8rem; }\n"
    ".bar rect { fill: var(--bar); }\n"
    ".bad-bars rect { fill: var(--bad); }\n"
    ".examples { list-style: none; padding: 0; margin: 0; }\n"
    ".examples li { padding: .75rem 0; border-top: 1px solid var(--line); }\n"
    ".examples p { margin: 0; }\n"
    "@media print { body { max-width: none; padding: 0; font-size: 10pt; } "
    "article, section { background: none; } "
    "article, .board, tr { break-inside: avoid; } h2, h3, .quiet { break-after: avoid; } "
    ".next, nav { display: none; } a { color: inherit; text-decoration: none; } "
    ".examples li { break-inside: avoid; } "
    "svg { print-color-adjust: exact; -webkit-print-color-adjust: exact; } "
    ".board > svg { width: 9cm; } .broken > svg { width: 6cm; } }\n"
    "@media print { :root { color-scheme: light; --text: #000; --quiet: #444; --page: #fff; "
    "--line: #bbb; --bar: #4c7a34; --bad: #a3271f; } }\n";

static void put_heading(struct fm_stream *to, const char *what, const char *of)
{
    fm_stream_put(to, what);
    if (of == NULL)
        return;
    fm_stream_put(to, " ");
    fm_stream_xml(to, strcmp(of, "-") == 0 ? "standard input" : of);
}

void fm_page_begin(struct fm_stream *to, const char *what, const char *of)
{
    fm_stream_put(
        to, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
    put_heading(to, what, of);
    fm_stream_put(to, "</title>\n<style>\n");
    fm_stream_put(to, styles);
    fm_stream_put(to, "</style>\n</head>\n<body>\n");
    fm_svg_shapes(to);
    fm_stream_put(to, "<main>\n<h1>");
    put_heading(to, what, of);
    fm_stream_put(to, "</h1>\n");
}

void fm_page_end(struct fm_stream *to)
{
    fm_stream_put(to, "</main>\n</body>\n</html>\n");
}
