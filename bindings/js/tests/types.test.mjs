// SPDX-License-Identifier: MIT
// The types of the package, by the TypeScript compiler (npm install typescript, in FENMILL_NODE_MODULES).
import { test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const source = join(dirname(fileURLToPath(import.meta.url)), "..");
const tsc = join(process.env.FENMILL_NODE_MODULES ?? "", "typescript", "bin", "tsc");
const skip = !existsSync(tsc) && "typescript is not in FENMILL_NODE_MODULES";

/** What the compiler finds wrong in a program that imports the package. */
function faults(program) {
    const folder = mkdtempSync(join(tmpdir(), "fenmill-types-"));
    const home = join(folder, "node_modules", "fenmill");
    mkdirSync(home, { recursive: true });
    copyFileSync(join(source, "fenmill.d.ts"), join(home, "fenmill.d.ts"));
    writeFileSync(join(home, "package.json"), readFileSync(join(source, "package.json"), "utf8").replace("@VERSION@", "1.0.0"));
    writeFileSync(join(folder, "a.mts"), program);
    const how = ["--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom,dom.asynciterable", "--module", "nodenext", "a.mts"];
    try {
        execFileSync(process.execPath, [tsc, ...how], { cwd: folder, encoding: "utf8" });
        return [];
    } catch (error) {
        return error.stdout.trim().split("\n").map((line) => line.replace(/^.*?\((\d+),\d+\): error TS\d+: .*/, "line $1"));
    } finally {
        rmSync(folder, { recursive: true });
    }
}

test("programs as the README has them are right", { skip }, () => {
    assert.deepEqual(faults(`
import { read, convert, check, Position, Rejected, FenmillError, START, type Game, type Totals } from "fenmill";
const position = new Position(START);
const key: bigint = position.key;
for (const move of position.moves()) console.log(move.san, String(move));
try { position.play("e5"); } catch (error) { if (error instanceof Rejected) console.log(error.reason?.length, error.report.line); }
for await (const game of read(["a.pgn", new Uint8Array(3)], { fields: ["clock"] })) {
    const one: Game = game;
    for (const at of one) console.log(at.fen({ castling: "shredder" }), at.get("clock")?.length);
}
const stream = convert("a.pgn", { "output.format": "epd" }, { onProgress: (totals: Totals) => console.log(totals.games) });
const { totals, errors } = await stream.result;
console.log(key, totals.byReason["illegal-move"], errors[0].text, (await check("b.pgn")).totals.kept);
const failed = (error: unknown) => error instanceof FenmillError ? error.result?.totals.games : null;
console.log(failed);
`), []);
});

test("what is wrong is found where it is", { skip }, () => {
    assert.deepEqual(faults(`import { read, Position, Move } from "fenmill";
const a: string = new Position().key;
new Position().fen({ castling: "chess" });
new Move();
read(3);
`), ["line 2", "line 3", "line 4", "line 5"]);
});

test("the module exports what its types say", () => {
    const names = (text, pattern) => [...text.matchAll(pattern)].map((found) => found[1]).sort();
    const types = names(readFileSync(join(source, "fenmill.d.ts"), "utf8"), /^export (?:const|class|function) (\w+)/gm);
    const exported = readFileSync(join(source, "fenmill.mjs"), "utf8");
    const lists = [...exported.matchAll(/^export \{([^}]*)\}/gm)].flatMap((found) => found[1].split(","));
    const all = [...names(exported, /^export (?:async )?(?:const|class|function\*?) (\w+)/gm), ...lists.map((name) => name.trim().split(" as ").pop())];
    assert.deepEqual(types, all.filter((name) => name !== "").sort());
});
