// SPDX-License-Identifier: MIT
// What the tests share. The environment names what was built: FENMILL_JS (the folder of build.sh), FENMILL and FENMILL_GENERATE (native
// programs), and may name FENMILL_NODE_MODULES (chess.js, chessops, puppeteer-core, axe-core) and FENMILL_CORPUS.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export const built = process.env.FENMILL_JS;
export const folder = mkdtempSync(join(tmpdir(), "fenmill-js-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

function run(program, args, options) {
    const done = spawnSync(program, args, { maxBuffer: 1 << 30, ...options });
    if (done.error) throw done.error;
    if (done.status > 1) throw new Error(`${program} ${args.join(" ")}: ${done.stderr}`);
    return done;
}
export const native = (...args) => run(process.env.FENMILL, args).stdout;
/** The program of the package, with something on its standard input. */
export const piped = (input, ...args) => run(process.execPath, [join(built, "fenmill/cli.mjs"), ...args], { input });
export const program = (...args) => run(process.execPath, [join(built, "fenmill/cli.mjs"), ...args]);

/** A file of games that bench/generate makes. */
export function generated(kind, games) {
    const name = join(folder, `${kind}-${games}.${kind === "epd" ? "epd" : "pgn"}`);
    if (!existsSync(name)) writeFileSync(name, run(process.env.FENMILL_GENERATE, [kind, "1", String(games), "1"]).stdout);
    return name;
}

export async function bytesOf(stream) {
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    return Buffer.concat(chunks);
}

/** A module of npm that is no part of the project, or null. */
export async function other(name) {
    const root = process.env.FENMILL_NODE_MODULES, here = join(folder, "other.mjs");
    if (!root || !existsSync(join(root, name.split("/")[0]))) return null;
    if (!existsSync(here)) {
        symlinkSync(root, join(folder, "node_modules"));
        writeFileSync(here, "export default (name) => import(name);\n");
    }
    return (await import(pathToFileURL(here))).default(name);
}

/** The files of the corpus up to that size. */
export function corpusFiles(most) {
    const root = process.env.FENMILL_CORPUS;
    if (!root) return [];
    const files = readdirSync(root, { recursive: true }).map((name) => join(root, name));
    return files.filter((name) => /\.(pgn|epd|fen)(\.\w+)?$/.test(name) && statSync(name).isFile() && statSync(name).size <= most).sort();
}
