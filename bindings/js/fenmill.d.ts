// SPDX-License-Identifier: MIT

/** The FEN of the standard start position. */
export const START: string;
/** Of the library. */
export const version: string;

export type Castling = "keep" | "fen" | "xfen" | "shredder";
export interface FenStyle {
    /** xfen (default): KQkq, a letter of a file where that would mean another rook; shredder: HAha; fen: KQkq, throws Rejected where it cannot express a right */
    castling?: Castling;
    /** When the square that a pawn has passed is written; default: pseudo-legal for xfen, else always */
    enPassant?: "always" | "pseudo-legal" | "legal";
    counters?: "fields" | "ops" | "none";
}

/** A legal move of a position: a value. String() of it is its UCI. */
export class Move {
    private constructor();
    /** Nbd7, exd8=Q#, O-O */
    readonly san: string;
    /** e7e8q; castling is e1g1 in standard chess, e1h1 in other variants */
    readonly uci: string;
    /** Ng1-f3 */
    readonly lan: string;
    /** An upper-case FEN letter */
    readonly piece: string;
    readonly from: string;
    /** In castling that of the king */
    readonly to: string;
    readonly captured: string | null;
    readonly promotion: string | null;
    readonly castling: boolean;
    readonly enPassant: boolean;
    toString(): string;
}

/** A position with its variant, on a board of 8x8 or 10x8. What is no possible position throws Rejected. */
export class Position {
    constructor(fen?: string, options?: { variant?: string | null });
    static start(variant?: string): Position;
    /** Number 0..959 in Scharnagl's numbering. */
    static chess960(number: number): Position;
    copy(): Position;
    /** Free its memory now, not when the garbage collector finds it. */
    free(): void;
    fen(style?: FenStyle): string;
    toString(): string;
    readonly variant: string;
    readonly files: number;
    readonly turn: "w" | "b";
    /** Chess960 number of this placement, or null. */
    readonly sp: number | null;
    /** Polyglot's Zobrist key. */
    readonly key: bigint;
    /** Two positions share it exactly if they are the same by the rules. */
    readonly identity: bigint;
    /** Names of what was tolerated in the FEN. */
    readonly warnings: string[];
    readonly check: boolean;
    readonly mate: boolean;
    readonly stalemate: boolean;
    readonly insufficientMaterial: boolean;
    /** {e1: "K", ...} */
    pieces(): Record<string, string>;
    piece(square: string): string | null;
    moves(): Move[];
    /** All legal moves in one form; faster than moves(). */
    moveTexts(form?: "san" | "uci" | "lan" | "uci-960" | "uci-classic"): string[];
    /** The legal move that SAN, long algebraic or UCI means; throws Rejected. */
    find(move: string | Move): Move;
    toSan(move: string | Move): string;
    /** chess960: castling as e1h1 (true) or e1g1 (false) in every variant. */
    toUci(move: string | Move, options?: { chess960?: boolean }): string;
    /** Throws Rejected, and then the position is as before. */
    play(move: string | Move): Move;
    perft(depth: number): number;
}

/** What the first fields of a FEN show, whether or not it is a possible position. */
export class Board {
    constructor(fen: string);
    readonly files: number;
    readonly turn: "w" | "b";
    /** In words why it is no position; empty where there is one. */
    readonly faults: string[];
    readonly pieces: Record<string, string>;
}

export function variants(): string[];
/** Fields that read() can be given, with type and meaning. */
export function fields(): Record<string, string>;
export function reasonMeaning(name: string): string;

/** The name of a file (node) or a URL (browser), a Blob or File, bytes, or a stream of bytes. */
export type Input = string | URL | Blob | ArrayBuffer | ArrayBufferView | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;
/** Keys as in a profile of the program, in groups or with points: {"games.class": "classic"}; or its text in YAML. */
export type Profile = string | Record<string, unknown>;

export interface RunOptions {
    /** Is called with each report, in the order of the input. */
    onReport?: (report: Report) => void;
    /** Report each warning, too; else they are only counted. */
    warnings?: boolean;
    /** Ends the run; what waits for it then throws the signal's reason. */
    signal?: AbortSignal;
}
export interface ReadOptions extends RunOptions {
    profile?: Profile | null;
    /** More values of positions: position.get("clock"). */
    fields?: string[];
    /** Positions of variations, too. */
    variations?: boolean;
}

/** A fault or a warning; String() of it is the line that the program prints. */
export class Report {
    private constructor();
    readonly text: string;
    /** "rejected", "input-failed" ... */
    readonly status: string;
    /** "illegal-move" ... */
    readonly reason: string | null;
    readonly warning: boolean;
    readonly input: string | null;
    /** In bytes of the decompressed input. */
    readonly offset: number;
    readonly line: number;
    readonly column: number;
    readonly game: number;
    readonly ply: number;
    readonly what: string;
    readonly hint: string;
    readonly field: string | null;
    readonly faults: string[];
    /** The FEN where a game broke. */
    readonly position: string;
    readonly white: string;
    readonly black: string;
    readonly date: string;
    toString(): string;
}

/** Counts of a run. */
export class Totals {
    private constructor();
    /** Read so far, as compressed. */
    readonly rawBytes: number;
    readonly inputs: number;
    readonly bytes: number;
    readonly games: number;
    readonly kept: number;
    readonly unselected: number;
    readonly rejected: number;
    readonly plies: number;
    readonly records: number;
    readonly gamesWritten: number;
    readonly stray: number;
    readonly unwritten: number;
    readonly duplicates: number;
    readonly inputsFailed: number;
    /** Games of damaged inputs that no checksum has verified. */
    readonly unverified: number;
    readonly endedEarly: boolean;
    readonly byClass: Record<string, number>;
    readonly byReason: Record<string, number>;
}

export interface Result {
    totals: Totals;
    /** The first 1,000 reports. */
    errors: Report[];
}

export class FenmillError extends Error {
    protected constructor();
    readonly report: Report;
    readonly status: string;
    readonly reason: string | null;
    /** What a run had done until it failed. */
    readonly result: Result | null;
}
export class Rejected extends FenmillError {}

export class GamePosition {
    private constructor();
    readonly ply: number;
    /** Of variations; 0: the main line. */
    readonly depth: number;
    /** The move that led here; null for a start position. */
    readonly san: string | null;
    readonly uci: string | null;
    /** Centipawns for White by the comment after that move. */
    readonly eval: number | null;
    fen(style?: FenStyle): string;
    position(): Position;
    get(field: string): string | null;
}

/** A game, or a record of a list, which is a game of one position. */
export class Game implements Iterable<GamePosition> {
    private constructor();
    readonly input: string;
    /** In its input, 1.. */
    readonly number: number;
    readonly offset: number;
    readonly length: number;
    /** "classic", "chess960", "setup" or "variant" */
    readonly className: string;
    readonly variant: string;
    readonly result: string;
    readonly listed: boolean;
    readonly tags: Record<string, string>;
    /** The positions after the moves, with `start` also the one before the first. */
    positions(options?: { start?: boolean }): GamePosition[];
    [Symbol.iterator](): Iterator<GamePosition>;
}

export interface Games extends AsyncIterableIterator<Game> {
    readonly errors: Report[];
    /** Counts so far once reading has ended; null before. */
    readonly totals: Totals | null;
    close(): Promise<unknown>;
}

/** Read games, or lists of positions, one after the other. */
export function read(inputs: Input | Input[], options?: ReadOptions): Games;
/** Convert as a profile says: the bytes of its output. */
export function convert(
    inputs: Input | Input[],
    profile?: Profile | null,
    options?: RunOptions & { compress?: "gz" | "zst" | null; onProgress?: (totals: Totals) => void },
): ReadableStream<Uint8Array> & { result: Promise<Result> };
/** Read and check everything, and write nothing. */
export function check(
    inputs: Input | Input[],
    options?: RunOptions & { profile?: Profile | null; onProgress?: (totals: Totals) => void },
): Promise<Result>;
