// SPDX-License-Identifier: MIT
// Games, one after the other.
import { Position } from "./position.mjs";
import { REPORT_TEXTS } from "./report.mjs";
import { Run } from "./run.mjs";

const FIELDS = ["fen", "last", "last.uci", "eval"];
const [FEN, LAST, LAST_UCI, EVAL] = [0, 1, 2, 3];
// How FENs come: what other dialects are made of.
const STYLE = [["output.castling", "xfen"], ["output.en-passant", "always"], ["output.counters", "fields"]];

/** A position of a game, and the move that led to it; position() is one to play on. */
export class GamePosition {
    #game;
    #values;

    constructor(game, texts, at, fields) {
        this.#game = game;
        this.ply = Number(texts[at]);
        this.depth = Number(texts[at + 1]);
        this.#values = texts.slice(at + 2, at + 2 + fields.length);
    }

    /** A Position of its own, equal to this one. */
    position() {
        return new Position(this.#values[FEN], { variant: this.#game.variant });
    }

    /** The FEN, as of Position.fen(). */
    fen(style = {}) {
        const fen = this.#values[FEN];
        const { castling = "xfen", enPassant = castling === "xfen" ? "pseudo-legal" : "always", counters = "fields" } = style;
        const parts = fen.split(" ");
        if ((castling === "xfen" || parts[2] === "-") && (enPassant === "always" || parts[3] === "-") && counters === "fields") return fen;
        const position = this.position();
        try {
            return position.fen(style);
        } finally {
            position.free();
        }
    }

    /** The move that led here, in SAN and in UCI; null for a start position. */
    get san() {
        return this.#values[LAST] || null;
    }
    get uci() {
        return this.#values[LAST_UCI] || null;
    }
    /** Centipawns for White by the comment after that move, or null. */
    get eval() {
        return this.#values[EVAL] === "" ? null : Number(this.#values[EVAL]);
    }

    /** The value of a field that read() was given; null if it has none. */
    get(field) {
        const i = this.#game.fields.indexOf(field);
        if (i < 0) throw new TypeError(`${field} is no field that read() was given`);
        return this.#values[i] || null;
    }
}

/** A game, or a record of a list, which is a game of one position. */
export class Game {
    #positions = [];

    constructor(fields) {
        Object.defineProperty(this, "fields", { value: fields });
    }

    /** Take a game of a batch of texts. @return where what follows it begins. */
    take(texts, at) {
        const tags = Number(texts[at + 8]);
        this.listed = texts[at] === "1";
        this.input = texts[at + 1];
        this.offset = Number(texts[at + 2]);
        this.length = Number(texts[at + 3]);
        this.number = Number(texts[at + 4]);
        this.className = texts[at + 5];
        this.variant = texts[at + 6];
        this.result = texts[at + 7];
        this.tags = {};
        at += 9;
        for (let i = 0; i < tags; i++, at += 2) if (!Object.hasOwn(this.tags, texts[at])) this.tags[texts[at]] = texts[at + 1];
        for (; texts[at] !== ""; at += 2 + this.fields.length) this.#positions.push(new GamePosition(this, texts, at, this.fields));
        return at + 1;
    }

    /** The positions after the moves, with `start` also the one before the first. */
    positions({ start = false } = {}) {
        const all = this.#positions;
        return start || this.listed || all.length === 0 || all[0].ply > 0 ? all.slice() : all.slice(1);
    }

    [Symbol.iterator]() {
        return this.positions()[Symbol.iterator]();
    }
}

/** The games of inputs. Rejected games are passed over: `errors` has the first 1,000 reports, `totals`, at the end, counts all. */
class Games {
    #run;
    #fields;
    #games = [];
    #failed = null;

    constructor(inputs, { profile = null, fields = [], variations = false, ...options }) {
        this.#fields = [...new Set([...FIELDS, ...fields])];
        this.#run = new Run("read", inputs, { profile, variations, ...options, fields: this.#fields, keys: STYLE });
    }

    get errors() {
        return this.#run.errors;
    }
    get totals() {
        return this.#run.totals;
    }

    async #fill() {
        const { texts, status } = await this.#run.next();
        for (let at = 0; at < texts.length; ) {
            const kind = texts[at++];
            if (kind === "game") {
                const game = new Game(this.#fields);
                at = game.take(texts, at);
                this.#games.push(game);
            } else if (kind === "report") {
                this.#run.report(texts.slice(at, at + REPORT_TEXTS));
                at += REPORT_TEXTS;
            } else {
                try {
                    this.#run.end(status, texts.slice(at));
                } catch (error) {
                    this.#failed = error; // what was read before it comes first
                }
                break;
            }
        }
        this.#games.reverse();
    }

    async next() {
        while (this.#games.length === 0 && !this.#run.done) await this.#fill();
        if (this.#games.length > 0) return { value: this.#games.pop(), done: false };
        const failed = this.#failed;
        this.#failed = null;
        if (failed !== null) throw failed;
        return { value: undefined, done: true };
    }

    /** Stop reading; the end of `for await`, too. */
    async return() {
        this.#games = [];
        this.#run.close();
        return { value: undefined, done: true };
    }
    close() {
        return this.return();
    }

    [Symbol.asyncIterator]() {
        return this;
    }
}

/** Read games, or lists of positions, one after the other. */
export function read(inputs, options = {}) {
    return new Games(inputs, options);
}
