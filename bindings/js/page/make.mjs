// SPDX-License-Identifier: MIT
// usage: node make.mjs PACKAGE OUTPUT   The page as one file: the modules of the package one after the other, the WebAssembly
// compressed and in base64, and in a comment the licences of what is inside.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const [from, to] = process.argv.slice(2);
const read = (name) => readFileSync(new URL(name, `file://${from}/`), "utf8");
const here = (name) => readFileSync(new URL(name, import.meta.url), "utf8");
// Each import and export of ours is one statement at the beginning of a line.
const plain = (text) => text.replace(/^import .*\n/gm, "").replace(/^export default (\w+);?$/gm, "const create = $1;").replace(/^export /gm, "");
// Base64 cannot end a script; a script's own text can.
const script = (text) => text.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");

// A page from the disk may start no module as a worker, only a script, which has neither `import.meta` nor `await` outside a function.
const modules = ["fenmill-library.mjs", "engine.mjs", "worker.mjs"].map((name) => plain(read(name))).join("\n");
const worker = `(async () => {\n${modules.replaceAll("import.meta.url", "location.href")}\n})();`;
const page = [read("report.mjs"), read("run.mjs"), here("page.mjs")].map(plain).join("\n");
const wasm = gzipSync(readFileSync(`${from}/fenmill-library.wasm`), { level: 9 }).toString("base64");
const licences = ["LICENSE", ...readdirSync(`${from}/licences`).map((name) => `licences/${name}`)];
const texts = { WORKER: script(worker), PAGE: script(page), WASM: wasm, STYLE: here("page.css") };
texts.LICENCES = licences.map((name) => `== ${name}\n\n${read(name)}`).join("\n").replaceAll("--", "- -").replaceAll(">", "&gt;");
writeFileSync(to, here("page.html").replace(/@(\w+)@/g, (all, name) => texts[name] ?? all));
