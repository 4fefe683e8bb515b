// SPDX-License-Identifier: MIT
// What a run reports: reports, errors and totals, as texts of native.c say them.

const REPORT = [
    "text", "status", "reason", "warning", "input", "offset", "line", "column", "game", "ply", "what", "hint", "field", "faults",
    "position", "white", "black", "date",
];
const NUMBERS = new Set(["offset", "line", "column", "game", "ply"]);
const NAMES = new Set(["reason", "input", "field"]);
export const REPORT_TEXTS = REPORT.length;

/** A fault or a warning; String() of it is the line that the program prints. */
export class Report {
    constructor(texts) {
        REPORT.forEach((name, i) => {
            this[name] = NUMBERS.has(name) ? Number(texts[i]) : NAMES.has(name) ? texts[i] || null : texts[i];
        });
        this.warning = texts[3] === "1";
        this.faults = this.faults ? this.faults.split(", ") : [];
    }

    toString() {
        return this.text;
    }
}

/** What the library refuses; `report` has all that it knows of it, `result` what a run had made until then. */
export class FenmillError extends Error {
    constructor(report, result = null) {
        super(report.text || report.status);
        this.report = report;
        this.status = report.status;
        this.reason = report.reason;
        this.result = result;
    }
}
FenmillError.prototype.name = "FenmillError";

/** A game, FEN or move was refused, or a run ended at one (`input.on-error: stop`). */
export class Rejected extends FenmillError {}
Rejected.prototype.name = "Rejected";

export function errorOf(texts, result) {
    const report = new Report(texts);
    const Kind = report.status === "rejected" || report.status === "stopped" ? Rejected : FenmillError;
    return new Kind(report, result);
}

const TOTALS = [
    "rawBytes", "inputs", "bytes", "games", "kept", "unselected", "rejected", "plies", "records", "gamesWritten", "stray",
    "unwritten", "duplicates", "inputsFailed", "unverified", "endedEarly",
];

/** Counts of a run. */
export class Totals {
    constructor(texts) {
        TOTALS.forEach((name, i) => {
            this[name] = Number(texts[i]);
        });
        this.endedEarly = this.endedEarly !== 0;
        // Then the number of classes, and names with their counts: of the classes, and of the reasons.
        const begin = TOTALS.length + 1, reasons = begin + 2 * Number(texts[TOTALS.length]);
        const counts = (from, to) => {
            const pairs = [];
            for (let i = from; i + 1 < to; i += 2) if (Number(texts[i + 1]) > 0) pairs.push([texts[i], Number(texts[i + 1])]);
            return Object.fromEntries(pairs);
        };
        this.byClass = counts(begin, reasons);
        this.byReason = counts(reasons, texts.length);
    }
}
