// SPDX-License-Identifier: MIT
// The package in node: the same bytes as the native program, whatever the way in.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createReadStream, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { built, bytesOf, corpusFiles, farArchive, folder, generated, native, piped, program } from "./common.mjs";

const { check, convert, read, Rejected, FenmillError } = await import(pathToFileURL(join(built, "fenmill/fenmill.mjs")));
const games = generated("standard", 300);
const expected = native("convert", "-f", "fen", games);

test("convert writes the bytes of the program", async () => {
    for (const kind of ["standard", "annotated", "engine", "chess960", "tenfiles", "epd"])
        for (const format of ["fen", "epd", "pgn"]) {
            const name = generated(kind, 100);
            const bytes = await bytesOf(convert(name, { "output.format": format }));
            assert.ok(bytes.length > 0 && bytes.equals(native("convert", "-f", format, name)), `${kind} to ${format}`);
        }
});

test("an input is a name, a URL, a Blob, bytes, or a stream of node or the web", async () => {
    const profile = { output: { format: "fen" } };
    const bytes = readFileSync(games);
    const inputs = {
        name: games,
        url: pathToFileURL(games),
        blob: new Blob([bytes]),
        bytes,
        stream: createReadStream(games, { highWaterMark: 777 }),
        web: new Blob([bytes]).stream(),
        texts: Readable.from([bytes.toString("latin1")]),
    };
    for (const [name, input] of Object.entries(inputs)) assert.ok((await bytesOf(convert(input, profile))).equals(expected), name);
    const both = await bytesOf(convert([new Blob([bytes]), createReadStream(games)], profile));
    assert.ok(both.equals(Buffer.concat([expected, expected])));
});

test("gz, zst, bz2, xz and zip are read, gz and zst are written", async () => {
    const profile = { "output.format": "fen" };
    const packed = { gz: ["gzip", "-kc"], zst: ["zstd", "-qc"], bz2: ["bzip2", "-kc"], xz: ["xz", "-kc"] };
    for (const [ending, [tool, ...options]] of Object.entries(packed)) {
        const done = spawnSync(tool, [...options, games], { maxBuffer: 1 << 28 });
        if (done.error) continue; // this tool is not there
        writeFileSync(join(folder, `games.pgn.${ending}`), done.stdout);
        assert.ok((await bytesOf(convert(join(folder, `games.pgn.${ending}`), profile))).equals(expected), ending);
        assert.ok((await bytesOf(convert(Readable.from([done.stdout]), profile))).equals(expected), `a stream of ${ending}`);
    }
    const zip = spawnSync("python3", ["-c", "import sys,zipfile; zipfile.ZipFile(sys.argv[1],'w',8).write(sys.argv[2],'games.pgn')", join(folder, "games.zip"), games]);
    if (!zip.error && zip.status === 0) {
        assert.ok((await bytesOf(convert(join(folder, "games.zip"), profile))).equals(expected), "zip");
        assert.ok((await bytesOf(convert(readFileSync(join(folder, "games.zip")), profile))).equals(expected), "bytes of a zip");
    }
    for (const ending of ["gz", "zst"]) {
        const bytes = await bytesOf(convert(games, profile, { compress: ending }));
        assert.ok((await bytesOf(convert(bytes, { "output.format": "fen" }))).length > 0);
        writeFileSync(join(folder, `back.fen.${ending}`), bytes);
        assert.ok(native("convert", "-f", "fen", join(folder, `back.fen.${ending}`)).equals(native("convert", "-f", "fen", writeBack(expected))), ending);
    }
});

function writeBack(bytes) {
    writeFileSync(join(folder, "back.fen"), bytes);
    return join(folder, "back.fen");
}

test("read has the games and positions of the program", async () => {
    const fens = [], results = {};
    const all = read(games, { fields: ["ply"] });
    for await (const game of all) {
        results[game.result] = (results[game.result] ?? 0) + 1;
        assert.ok(game.tags.White.length > 0);
        for (const position of game.positions()) {
            assert.equal(String(position.ply), position.get("ply"));
            assert.ok(position.san.length > 1 && position.uci.length > 3);
            fens.push(position.fen({ enPassant: "always" }));
        }
    }
    const named = native("convert", "-f", "fen", "--castling", "xfen", "--en-passant", "always", games).toString().trimEnd().split("\n");
    assert.deepEqual(fens, named);
    assert.equal(all.totals.kept, 300);
    assert.equal(all.errors.length, 0);
});

test("read stops early, and takes positions of games to play on", async () => {
    let count = 0;
    for await (const game of read(createReadStream(games))) {
        const position = game.positions().at(-1).position();
        assert.equal(position.fen(), game.positions().at(-1).fen());
        if (++count === 3) break;
    }
    assert.equal(count, 3);
});

test("variations, evaluations and lists are read", async () => {
    const pgn = '[White "A"]\n\n1. e4 {[%eval 0.25]} e5 (1... c5 2. Nf3) 2. Nf3 *\n';
    for await (const game of read(Buffer.from(pgn), { variations: true })) {
        assert.deepEqual(game.positions().map((p) => [p.ply, p.depth, p.san]), [[1, 0, "e4"], [1, 1, "e4"], [2, 1, "c5"], [3, 1, "Nf3"], [2, 0, "e5"], [3, 0, "Nf3"]]);
        assert.equal(game.positions()[0].eval, 25);
    }
    for await (const record of read(Buffer.from('4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id "a";\n'), { fields: ["op.id"] })) {
        assert.ok(record.listed);
        assert.equal(record.positions()[0].get("op.id"), "a");
    }
});

test("check says what is wrong, where, and with which position", async () => {
    const { totals, errors } = await check(Buffer.from('[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nd4 *\n\n[White "C"]\n\n1. d4 *\n'));
    assert.equal(totals.games, 2);
    assert.equal(totals.rejected, 1);
    assert.deepEqual(totals.byClass, { classic: 1, broken: 1 });
    assert.equal(totals.byReason["illegal-move"], 1);
    assert.equal(errors[0].what, "Nd4");
    assert.equal(errors[0].ply, 3);
    assert.equal(errors[0].position, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
});

test("what fails is thrown, with what was done until then", async () => {
    await assert.rejects(check(games, { profile: { "output.castling": "x" } }), (error) => error instanceof FenmillError && error.status === "bad-profile");
    await assert.rejects(check(join(folder, "none.pgn")));
    const half = gzipSync(readFileSync(games)).subarray(0, 20000);
    await assert.rejects(check(half), (error) => error.status === "input-failed" && error.result.totals.games > 0);
    await assert.rejects(check(Buffer.from("1. e4 e4 *\n"), { profile: { "input.on-error": "stop" } }), Rejected);
    const broken = (async function* () {
        yield readFileSync(games).subarray(0, 100000);
        throw new Error("torn");
    })();
    await assert.rejects(bytesOf(convert(broken, { "output.format": "fen" })), /torn/);
});

test("the program has its command line, files and statuses", () => {
    const target = join(folder, "out.epd.gz");
    program("convert", "-f", "epd", games, "-o", target);
    assert.ok(native("convert", "-f", "epd", target).equals(native("convert", "-f", "epd", writeBack(native("convert", "-f", "epd", games)))));
    assert.ok(program("convert", "-f", "fen", games).stdout.equals(expected));
    assert.ok(piped(readFileSync(games), "convert", "-f", "fen", "-").stdout.equals(expected));
    assert.match(program("profile", "list").stdout.toString(), /epd-suite/);
    writeFileSync(join(folder, "bad.pgn"), "1. e4 e4 *\n");
    assert.equal(program("check", join(folder, "bad.pgn")).status, 1);
});

// What is 64 bits wide and becomes an address or a length of 32 bits (size_t) is bounded first: limits, blocks, memory, rooms of outputs, records,
// samples, widths. Here each has its largest value, and the bytes are those of a program of 64 bits.
test("the largest values of settings mean what they mean where addresses have 64 bits", async () => {
    const most = String(2n ** 63n - 1n);
    const settings = [
        { "output.format": "pgn", "output.pgn.width": "1000000", "input.max-game": "64G", "input.max-output": "64G", "input.max-tags": "65535", "input.max-plies": "1000000" },
        { "output.format": "fen", "output.limit": most, "positions.memory": "1T", "positions.unique": "position" },
        { "output.format": "fen", "positions.sample.total": most, "positions.sample.seed": most },
        { "output.format": "fen", "positions.sample.per-game": "2147483647", "positions.every": "2147483647" },
        { "output.format": "epd", "output.sort": "fen", "positions.memory": "1T" },
        { "output.format": "fen", "input.max-match-memory": "1T", "input.max-match-steps": most },
    ];
    const small = generated("standard", 20);
    for (const profile of settings) {
        const bytes = await bytesOf(convert(small, profile)).catch((error) => assert.fail(`${JSON.stringify(profile)}: ${error}`));
        const options = Object.entries(profile).flatMap(([key, value]) => ["--set", `${key}=${value}`]);
        assert.ok(bytes.equals(native("convert", ...options, small)), JSON.stringify(profile));
    }
});

test("offsets, lines and sizes beyond 4 GB are right", async () => {
    const bad = '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nd4 *\n';
    const unit = gzipSync(`[White "A"]\n[Black "B"]\n\n1. e4 {${"\n".repeat(8e6)}} e5 *\n\n`);
    const { totals, errors } = await check(Buffer.concat([...Array(560).fill(unit), gzipSync(bad)]));
    assert.deepEqual([totals.games, totals.bytes, errors.length], [561, 4480022443, 1]);
    assert.deepEqual([errors[0].offset, errors[0].line, errors[0].column, errors[0].game], [4480022437, 4480002804, 13, 561]);
    const archive = farArchive(Buffer.from(bad));
    const far = await check(archive);
    assert.deepEqual([far.totals.games, String(far.errors[0])], [1, 'far.zip/games.pgn:4:13: game 1 (A - B): 2. Nd4 (ply 3): no white knight can reach d4; did you mean "d4"?']);
    assert.match(program("check", archive).stderr.toString(), /far\.zip\/games\.pgn:4:13: /);
});

test("an output that nobody takes holds the reading up, and a signal ends a run", async () => {
    let given = 0;
    const bytes = readFileSync(games);
    const endless = (async function* () {
        for (;;) {
            given += bytes.length;
            yield bytes;
        }
    })();
    const reader = convert(endless, { "output.format": "fen" }).getReader();
    await reader.read();
    await new Promise((resolve) => setTimeout(resolve, 300));
    const before = given;
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.equal(given, before);
    assert.ok(given < 64e6, String(given));
    await reader.cancel();
    const abort = new AbortController();
    setTimeout(() => abort.abort(new Error("enough")), 200);
    const more = (async function* () {
        for (;;) yield bytes;
    })();
    await assert.rejects(check(more, { signal: abort.signal }), /enough/);
    await assert.rejects(check(games, { signal: AbortSignal.abort(new Error("before")) }), /before/);
});

test("a run that is aborted before it begins does not keep node alive", () => {
    const script = `import { check } from ${JSON.stringify(pathToFileURL(join(built, "fenmill/fenmill.mjs")).href)};
        await check("x.pgn", { signal: AbortSignal.abort(new Error("before")) }).catch((error) => console.log(error.message));`;
    const file = join(folder, "aborted.mjs");
    writeFileSync(file, script);
    const done = spawnSync(process.execPath, [file], { encoding: "utf8", timeout: 20000 });
    assert.deepEqual([done.stdout, done.status], ["before\n", 0]);
});

test("the package packed by npm, and installed without network, has its command and its module", { skip: spawnSync("npm", ["--version"]).error && "npm is not here" }, () => {
    const place = join(folder, "installed"), options = { cwd: place, encoding: "utf8" };
    mkdirSync(place);
    writeFileSync(join(place, "package.json"), '{"name": "x", "version": "1.0.0", "type": "module"}\n');
    const tarball = spawnSync("npm", ["pack", "--silent", join(built, "fenmill")], options).stdout.trim();
    const installed = spawnSync("npm", ["install", "--offline", "--no-audit", "--no-fund", join(place, tarball)], options);
    assert.equal(installed.status, 0, installed.stderr);
    const done = spawnSync("npx", ["--no-install", "fenmill", "convert", "-f", "fen", games], { cwd: place, maxBuffer: 1 << 28 });
    assert.ok(done.stdout.equals(expected), String(done.stderr));
    const script = 'import { Position } from "fenmill"; const p = new Position(); p.play("e4"); console.log(p.moves().length);';
    assert.equal(spawnSync("node", ["--input-type=module", "-e", script], options).stdout, "20\n");
});

const files = corpusFiles(1e6);
test("the corpus gives the bytes of the program", { skip: files.length === 0 && "FENMILL_CORPUS is not set" }, async () => {
    for (const [i, name] of files.entries()) {
        if (i % 10 !== 0) continue;
        for (const format of ["fen", "pgn"]) assert.ok((await bytesOf(convert(name, { "output.format": format }))).equals(native("convert", "-f", format, name)), `${name} to ${format}`);
    }
});
