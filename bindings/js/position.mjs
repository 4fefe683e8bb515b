// SPDX-License-Identifier: MIT
// Positions and their moves, in the caller's thread.
import create from "./fenmill-library.mjs";
import { Engine, packaged } from "./engine.mjs";
import { errorOf } from "./report.mjs";

const engine = new Engine(await create({ wasmBinary: await packaged("fenmill-library.wasm") }));
const module = engine.module;

/** Call what returns 0 and puts a report where it fails. */
function call(...given) {
    const result = engine.call(...given);
    if (result === 0) throw errorOf(engine.texts());
    return result;
}

const listed = (name, ...given) => {
    engine.call(name, ...given);
    return engine.texts();
};
const paired = (texts) => Object.fromEntries(texts.filter((_, i) => i % 2 === 0).map((key, i) => [key, texts[2 * i + 1]]));

export const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
export const version = listed("js_version")[0];
const CASTLING = { keep: 0, fen: 1, xfen: 2, shredder: 3 };
const EN_PASSANT = { always: 1, "pseudo-legal": 2, legal: 3 };
const COUNTERS = { fields: 1, ops: 2, none: 3 };
const FORMS = { san: 0, lan: 1, uci: 2, "uci-960": 3, "uci-classic": 4 };

function word(table, value, what) {
    if (!Object.hasOwn(table, value)) throw new TypeError(`${what} is one of ${Object.keys(table).join(", ")}, not ${value}`);
    return table[value];
}

/** A legal move of a position: a value, which knows nothing of the position any more. */
export class Move {
    constructor(texts, at) {
        const members = texts[at + 3];
        this.san = texts[at];
        this.uci = texts[at + 1];
        this.lan = texts[at + 2];
        this.piece = members[0];
        this.from = members.slice(1, 3);
        this.to = members.slice(3, 5);
        this.captured = members[5] === "-" ? null : members[5];
        this.promotion = members[6] === "-" ? null : members[6];
        this.castling = (Number(members[7]) & 1) !== 0;
        this.enPassant = (Number(members[7]) & 2) !== 0;
    }

    toString() {
        return this.uci;
    }
}
const MOVE_TEXTS = 4;

function squares(text) {
    const files = text.length / 8;
    const pieces = {};
    for (let i = 0; i < text.length; i++)
        if (text[i] !== ".") pieces["abcdefghij"[i % files] + (Math.floor(i / files) + 1)] = text[i];
    return pieces;
}

// The module's memory has no garbage collector: what is no longer reachable here is freed there.
const registry = new FinalizationRegistry((handle) => module._js_position_free(handle));
const OF_HANDLE = Symbol("handle");

/** A position with its variant, on a board of 8x8 or 10x8. */
export class Position {
    #handle = 0;

    constructor(fen = START, { variant = null } = {}) {
        if (fen === OF_HANDLE) this.#own(variant);
        else if (typeof fen !== "string") throw new TypeError("a FEN is a string");
        else this.#own(call("js_position", fen, variant === null ? 0 : { name: variant }));
    }

    #own(handle) {
        this.#handle = handle;
        registry.register(this, handle, this);
    }

    /** The start position of a variant. */
    static start(variant = "standard") {
        const [fen] = listed("js_variant_start", { name: variant });
        if (!fen) throw new TypeError(`${variant} has no start position of its own, or is unknown`);
        return new Position(fen, { variant });
    }

    /** The Chess960 start position 0..959, in Scharnagl's numbering. */
    static chess960(number) {
        if (!Number.isInteger(number) || number < 0 || number > 959) throw new RangeError("the Chess960 start positions are numbered 0 to 959");
        return new Position(OF_HANDLE, { variant: call("js_position_sp", number) });
    }

    copy() {
        return new Position(OF_HANDLE, { variant: module._js_position_copy(this.#handle) });
    }

    /** Free its memory now; it cannot be used any more. */
    free() {
        registry.unregister(this);
        module._js_position_free(this.#handle);
        this.#handle = 0;
    }

    /** The FEN; how it is written is as in the program's `output.castling`, `en-passant` and `counters`. */
    fen({ castling = "xfen", enPassant = castling === "xfen" ? "pseudo-legal" : "always", counters = "fields" } = {}) {
        module._js_clear();
        const style = [word(CASTLING, castling, "castling"), word(EN_PASSANT, enPassant, "enPassant"), word(COUNTERS, counters, "counters")];
        if (module._js_fen(this.#handle, ...style) === 0) throw errorOf(engine.texts());
        return engine.text().slice(0, -1);
    }

    toString() {
        return this.fen();
    }

    #about() {
        return listed("js_about", this.#handle);
    }
    get variant() {
        return this.#about()[0];
    }
    get files() {
        return Number(this.#about()[1]);
    }
    /** The side to move: "w" or "b". */
    get turn() {
        return this.#about()[2];
    }
    /** The Chess960 number of this placement, or null. */
    get sp() {
        return Number(this.#about()[3]) - 1 >= 0 ? Number(this.#about()[3]) - 1 : null;
    }
    /** Polyglot's Zobrist key, a bigint. */
    get key() {
        return BigInt("0x" + this.#about()[4]);
    }
    /** 128 bits that two positions share exactly if they are the same by the rules. */
    get identity() {
        const about = this.#about();
        return BigInt("0x" + about[5] + about[6]);
    }
    /** The names of what was tolerated in the FEN. */
    get warnings() {
        return this.#about().slice(7);
    }
    /** What is on which square: {e1: "K", ...}. */
    pieces() {
        return squares(listed("js_pieces", this.#handle)[0]);
    }
    piece(square) {
        return this.pieces()[square] ?? null;
    }
    get check() {
        return (module._js_state(this.#handle) & 1) !== 0;
    }
    get mate() {
        return (module._js_state(this.#handle) & 2) !== 0;
    }
    get stalemate() {
        return (module._js_state(this.#handle) & 4) !== 0;
    }
    get insufficientMaterial() {
        return (module._js_state(this.#handle) & 8) !== 0;
    }

    /** All legal moves. */
    moves() {
        const texts = listed("js_moves", this.#handle);
        const moves = [];
        for (let at = 0; at < texts.length; at += MOVE_TEXTS) moves.push(new Move(texts, at));
        return moves;
    }

    /** All legal moves as texts: "san", "uci", "lan" ... */
    moveTexts(form = "san") {
        module._js_clear();
        module._js_move_texts(this.#handle, word(FORMS, form, "form"));
        return engine.texts();
    }

    /** The legal move that a text means: SAN, long algebraic or UCI. */
    find(move) {
        call("js_find", this.#handle, String(move));
        return new Move(engine.texts(), 0);
    }
    toSan(move) {
        return this.find(move).san;
    }
    /** @param chess960  castling as e1h1 in every variant, or (false) as e1g1; undefined: by the variant. */
    toUci(move, { chess960 } = {}) {
        const form = chess960 === undefined ? "uci" : chess960 ? "uci-960" : "uci-classic";
        call("js_move_text", this.#handle, String(move), FORMS[form]);
        return engine.texts()[0];
    }

    /** Play a move, and return it; if it is refused, the position is as before. */
    play(move) {
        call("js_play", this.#handle, String(move));
        return new Move(engine.texts(), 0);
    }

    perft(depth) {
        if (!Number.isInteger(depth) || depth < 0 || depth > 100) throw new RangeError("a depth is 0 to 100");
        return module._js_perft(this.#handle, depth);
    }
}

/** What the first fields of a FEN show, whether or not it is a possible position; `faults` has in words why it is none. */
export class Board {
    constructor(fen) {
        call("js_board", fen);
        const [board, turn, ...faults] = engine.texts();
        this.files = board.length / 8;
        this.turn = turn;
        this.faults = faults;
        this.pieces = squares(board);
    }
}

/** The names of the variants whose rules the library knows. */
export const variants = () => listed("js_variants");
/** The fields that read() can be given, with type and meaning. */
export const fields = () => paired(listed("js_fields"));
/** What the name of a reason or warning means, in a sentence. */
export function reasonMeaning(name) {
    const meaning = paired(listed("js_reasons"))[name];
    if (meaning === undefined) throw new TypeError(`${name} is no reason`);
    return meaning;
}
