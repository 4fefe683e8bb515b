// SPDX-License-Identifier: MIT
// Chess games and positions: the library fenmill.
export { Board, fields, Move, Position, reasonMeaning, START, variants, version } from "./position.mjs";
export { Game, GamePosition, read } from "./games.mjs";
export { check, convert } from "./run.mjs";
export { FenmillError, Rejected, Report, Totals } from "./report.mjs";
