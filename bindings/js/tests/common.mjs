// SPDX-License-Identifier: MIT
// What the tests share. The environment names what was built: FENMILL_JS (the folder of build.sh), FENMILL and FENMILL_GENERATE (native
// programs), and may name FENMILL_NODE_MODULES (chess.js, chessops, puppeteer-core, axe-core) and FENMILL_CORPUS.
import { spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync, writeSync } from "node:fs";
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

/** A ZIP archive whose only games begin beyond 4 GB, after a stored member of holes that is no PGN: zip64, and hardly a block on the disk. */
export function farArchive(games) {
    const name = join(folder, "far.zip"), FAR = 4300000000, FULL = 0xffffffff;
    const file = openSync(name, "w");
    const numbers = (...given) => {
        const bytes = Buffer.alloc(given.reduce((sum, [n]) => sum + n, 0));
        let at = 0;
        for (const [n, value] of given) {
            if (n === 8) bytes.writeBigUInt64LE(BigInt(value), at);
            else bytes.writeUIntLE(value, at, n);
            at += n;
        }
        return bytes;
    };
    const extra = (...values) => Buffer.concat([numbers([2, 1], [2, 8 * values.length]), ...values.map((value) => numbers([8, value]))]);
    const about = (crc, n, field) => [[2, 0], [2, 0], [2, 0], [2, 33], [4, crc], [4, Math.min(n, FULL)], [4, Math.min(n, FULL)], [2, 9], [2, field]];
    let at = 0;
    const put = (bytes, place = at) => {
        writeSync(file, bytes, 0, bytes.length, place);
        at = place + bytes.length;
    };
    const directory = [];
    const member = (title, crc, n, bytes) => {
        const large = n > FULL ? extra(n, n) : Buffer.alloc(0), begin = at;
        put(Buffer.concat([numbers([4, 0x04034b50], [2, 45], ...about(crc, n, large.length)), Buffer.from(title), large]));
        if (bytes) put(bytes);
        else at += n;
        const field = n > FULL ? extra(n, n) : extra(begin);
        directory.push(numbers([4, 0x02014b50], [2, 45], [2, 45], ...about(crc, n, field.length), [2, 0], [2, 0], [2, 0], [4, 0], [4, n > FULL ? begin : FULL]), Buffer.from(title), field);
    };
    member("cover.jpg", 0, FAR, null);
    member("games.pgn", crc32(games), games.length, games);
    const begin = at;
    put(Buffer.concat(directory));
    const end = at, n = end - begin;
    put(numbers([4, 0x06064b50], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0], [8, 2], [8, 2], [8, n], [8, begin], [4, 0x07064b50], [4, 0], [8, end], [4, 1],
        [4, 0x06054b50], [2, 0], [2, 0], [2, 2], [2, 2], [4, n], [4, FULL], [2, 0]));
    closeSync(file);
    return name;
}

function crc32(bytes) {
    let crc = -1;
    for (const byte of bytes) {
        crc ^= byte;
        for (let i = 0; i < 8; i++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc >>> 0;
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
