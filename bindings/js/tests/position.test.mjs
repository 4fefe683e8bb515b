// SPDX-License-Identifier: MIT
// Positions: by themselves, and beside chess.js and chessops.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { built, generated, native, other } from "./common.mjs";

const { Board, fields, Position, reasonMeaning, Rejected, START, variants } = await import(pathToFileURL(join(built, "fenmill/fenmill.mjs")));

test("a position has moves, texts and states", () => {
    const position = new Position();
    assert.equal(position.fen(), START);
    assert.equal(position.moves().length, 20);
    assert.equal(position.perft(4), 197281);
    assert.equal(position.key, 0x463b96181691fc9cn);
    assert.equal(position.play("e4").uci, "e2e4");
    assert.equal(position.fen({ enPassant: "always" }).split(" ")[3], "e3");
    assert.equal(position.turn, "b");
    const copy = position.copy();
    copy.play("e7e5");
    assert.notEqual(copy.identity, position.identity);
    assert.throws(() => position.play("Nd4"), (error) => error instanceof Rejected && error.reason === "illegal-move");
    position.free();
    for (const move of ["f4", "exf4", "Bc4", "Qh4+"]) copy.play(move);
    assert.ok(copy.check && !copy.mate);
});

test("castling, promotion, en passant", () => {
    const position = new Position("r3k2r/P7/8/4pP2/8/8/8/R3K2R w KQkq e6 0 1");
    const castle = position.find("O-O");
    assert.deepEqual([castle.castling, castle.from, castle.to, castle.uci], [true, "e1", "g1", "e1g1"]);
    assert.equal(position.toUci("O-O", { chess960: true }), "e1h1");
    assert.ok(position.find("f5e6").enPassant);
    assert.equal(position.fen({ castling: "shredder" }).split(" ")[2], "HAha");
    assert.equal(Position.chess960(518).fen(), START);
    assert.equal(new Position("8/8/8/8/8/8/8/K1k5 w - - 0 1").insufficientMaterial, true);
});

test("other boards, names, faults", () => {
    assert.ok(variants().includes("capablanca"));
    assert.equal(Position.start("capablanca").files, 10);
    assert.equal(Object.keys(Position.start("capablanca").pieces()).length, 40);
    assert.throws(() => new Position("8/8/8/8/8/8/8/8 w - - 0 1"), Rejected);
    assert.ok(new Board("8/8/8/8/8/8/8/8 w - - 0 1").faults.length > 0);
    assert.ok(fields().fen.length > 0);
    assert.ok(reasonMeaning("illegal-move").length > 0);
    assert.throws(() => new Position(START, { variant: "none" }));
});

const COUNT = 20000;
const fens = native("convert", "-f", "fen", generated("standard", 300)).toString().split("\n").slice(0, COUNT);
const seconds = (work) => {
    const begin = process.cpuUsage();
    const made = work();
    const used = process.cpuUsage(begin);
    return [made, (used.user + used.system) / 1e6];
};

const chessjs = await other("chess.js");
test("the moves of 20,000 positions, and FENs after them, are those of chess.js", { skip: chessjs === null && "chess.js is not in FENMILL_NODE_MODULES" }, (t) => {
    const theirs = (fen) => new chessjs.Chess(fen).moves().sort().join(" ");
    const ours = (fen) => {
        const position = new Position(fen);
        const moves = position.moveTexts("san").sort().join(" ");
        position.free();
        return moves;
    };
    fens.slice(0, 2000).forEach(ours); // both are compiled by then
    fens.slice(0, 200).forEach(theirs);
    const [made, mine] = seconds(() => fens.map(ours));
    const [wanted, other] = seconds(() => fens.map(theirs));
    for (const [i, fen] of fens.entries()) assert.equal(made[i], wanted[i], fen);
    for (const fen of fens.slice(0, 500))
        for (const san of new chessjs.Chess(fen).moves()) {
            const chess = new chessjs.Chess(fen), position = new Position(fen);
            chess.move(san);
            position.play(san);
            assert.equal(position.fen({ enPassant: "legal" }), chess.fen(), `${fen} ${san}`);
            position.free();
        }
    t.diagnostic(`SAN of all moves of ${COUNT} positions: ${mine.toFixed(2)} s, chess.js ${other.toFixed(2)} s, ${(other / mine).toFixed(1)} times`);
});

const chessops = await other("chessops");
test("the moves of 20,000 positions are those of chessops", { skip: chessops === null && "chessops is not in FENMILL_NODE_MODULES" }, async (t) => {
    const { parseFen } = await other("chessops/fen"), { makeSan } = await other("chessops/san");
    const theirs = (fen) => {
        const position = chessops.Chess.fromSetup(parseFen(fen).unwrap()).unwrap();
        const sans = [];
        for (const [from, dests] of position.allDests())
            for (const to of dests) {
                const pawn = position.board.pawn.has(from) && (to < 8 || to >= 56);
                for (const promotion of pawn ? ["queen", "rook", "bishop", "knight"] : [undefined]) sans.push(makeSan(position, { from, to, promotion }));
            }
        return sans.sort().join(" ");
    };
    const ours = (fen) => {
        const position = new Position(fen);
        const moves = position.moveTexts("san").sort().join(" ");
        position.free();
        return moves;
    };
    fens.slice(0, 2000).forEach(ours);
    fens.slice(0, 500).forEach(theirs);
    const [made, mine] = seconds(() => fens.map(ours));
    const [wanted, other_] = seconds(() => fens.map(theirs));
    for (const [i, fen] of fens.entries()) assert.equal(made[i], wanted[i], fen);
    t.diagnostic(`SAN of all moves of ${COUNT} positions: ${mine.toFixed(2)} s, chessops ${other_.toFixed(2)} s, ${(other_ / mine).toFixed(1)} times`);
});
