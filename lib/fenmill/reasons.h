/* SPDX-License-Identifier: MIT */
/* The one table of everything that fenmill can report about its input: why a game or record was
 * rejected, and what was tolerated with a warning. Names are stable: logs, profiles, tests and
 * the manual use them. */
#ifndef FENMILL_REASONS_H
#define FENMILL_REASONS_H

/* X(symbol, "name", kind, "what it means"): kind is R (rejects the record), W (warning: a
 * tolerance; rejects only under `strict`), M (repair: made only under `repair`, reported) or S
 * (states a fact, for logs). */
#define FM_REASON_LIST(X) \
    /* structure of the file */ \
    X(UNCLOSED_COMMENT, "unclosed-comment", R, \
      "a { comment is not closed before the next game begins") \
    X(UNCLOSED_VARIATION, "unclosed-variation", R, \
      "a ( variation is not closed before the game ends") \
    X(GAME_TOO_LARGE, "game-too-large", R, \
      "the game or record has more bytes than the limit allows") \
    X(OUTPUT_TOO_LARGE, "output-too-large", R, \
      "the records of the game have more bytes than the limit allows") \
    X(TOO_MANY_PLIES, "too-many-plies", R, "the game has more plies than the limit allows") \
    X(TOO_MANY_TAGS, "too-many-tags", R, "the game has more tags than the limit allows") \
    X(NOT_TEXT, "not-text", R, "the input is not text in a known encoding") \
    X(RULE_LIMIT, "rule-limit", R, \
      "a regular expression needs more than max-match-steps or max-match-memory for this tag") \
    X(NOT_CHESS, "not-chess", R, "no game or position found in this file") \
    X(INPUT_UNREADABLE, "input-unreadable", R, "the input cannot be opened or read") \
    X(INPUT_DAMAGED, "input-damaged", R, "the input is damaged within this game or record") \
    X(ZIP_NEEDS_FILE, "zip-needs-file", R, \
      "a ZIP archive is read from a file, not from a pipe: its directory is at its end") \
    X(MALFORMED_TAG, "malformed-tag", W, "a tag pair is not written [Name \"value\"]") \
    X(DUPLICATE_TAG, "duplicate-tag", W, "the same tag is given twice; the first counts") \
    X(NO_MOVETEXT, "no-movetext", W, "the game has tags and nothing else") \
    X(NO_MOVES, "no-moves", W, "the game has no moves") \
    X(RESULT_MISSING, "result-missing", W, "there is no result after the moves") \
    X(RESULT_MISMATCH, "result-mismatch", W, \
      "the result after the moves differs from the Result tag") \
    X(RESULT_SPELLING, "result-spelling", W, "the result is not one of 1-0 0-1 1/2-1/2 *") \
    X(STRAY_CLOSE, "stray-close", W, "a ) or } without an opening ( or {") \
    X(CONTROL_CHARACTER, "control-character", W, "the text has control characters") \
    X(UNKNOWN_TOKEN, "unknown-token", W, "text that is neither move, number, NAG nor result") \
    X(ENCODING_1252, "encoding-windows-1252", S, \
      "the text is not UTF-8 and is read as Windows-1252") \
    X(ENCODING_CYRILLIC, "encoding-cyrillic", W, \
      "the text is read as Windows-1252 and looks like Cyrillic") \
    X(ENCODING_NOT_UTF8, "encoding-not-utf-8", W, \
      "the text is not UTF-8 though --encoding says so; bytes are lost where UTF-8 is written") \
    X(LETTERS, "letters", S, "the moves are written with another language's piece letters") \
    X(STRAY_TEXT, "stray-text", S, "text that belongs to no game") \
    X(DUPLICATE_GAME, "duplicate-game", S, \
      "another game has the same players, result and moves; this one is not selected") \
    X(EXCLUDED_GAME, "excluded-game", S, \
      "a game of the file of excluded games is the same; this one is not selected") \
    X(SHORTER_DUPLICATE, "shorter-duplicate", S, \
      "the moves are only the beginning of those of another game of the same players") \
    X(LONGER_DUPLICATE, "longer-duplicate", S, \
      "the moves continue those of an earlier game of the same players") \
    X(SEPARATOR_ADDED, "separator-added", S, \
      "text was written between two games to keep them apart; it belongs to neither") \
    /* where a game starts, which game it is */ \
    X(BAD_FEN, "bad-fen", R, "the FEN cannot be read") \
    X(IMPOSSIBLE_POSITION, "impossible-position", R, "the FEN shows an impossible position") \
    X(FEN_MISSING, "fen-missing", R, "the start position of the game is not given") \
    X(UNSUPPORTED_VARIANT, "unsupported-variant", R, \
      "fenmill does not know the rules of this variant") \
    X(VARIANT_MISMATCH, "variant-mismatch", W, \
      "the Variant tag and the position do not agree; the position counts") \
    X(FEN_WITHOUT_SETUP, "fen-without-setup", W, "a FEN tag without [SetUp \"1\"]") \
    X(STANDARD_START, "standard-start", S, \
      "a Chess960 game starts from the standard start position, number 518") \
    X(START_ASSUMED, "start-assumed", W, \
      "a Chess960 game without a start position; the standard one, number 518, is used") \
    X(SETUP_WITHOUT_FEN, "setup-without-fen", W, \
      "[SetUp \"1\"] without a FEN tag; the standard start position is used") \
    X(FEN_LAYOUT, "fen-layout", W, "the FEN has unusual blanks, missing fields or text after it") \
    X(FEN_DASH, "fen-dash", W, "a dash in the FEN is not written -") \
    X(FEN_COUNTERS, "fen-counters", W, "a move counter of the FEN is missing or out of range") \
    X(CASTLING_WITHOUT_ROOK, "castling-right-without-rook", W, \
      "a castling right has no rook or no king and is ignored") \
    X(CASTLING_TWICE, "castling-right-twice", W, \
      "two castling rights name the same side; the outermost rook has it") \
    X(CASTLING_ORDER, "castling-order", W, "the castling letters are not in the standard order") \
    X(CASTLING_STYLE_MISMATCH, "castling-style-mismatch", W, \
      "castling prefix, Variant tag and profile do not agree") \
    X(EN_PASSANT_IMPOSSIBLE, "en-passant-impossible", W, \
      "the en passant square follows no double step of a pawn and is ignored") \
    X(CASTLING_REPAIRED, "castling-repaired", M, "castling rights were repaired") \
    X(START_REPAIRED, "start-repaired", M, \
      "the start position was made from its number or the variant") \
    X(SETUP_REPAIRED, "setup-repaired", M, "[SetUp \"1\"] was written before a FEN tag") \
    X(RESULT_REPAIRED, "result-repaired", M, \
      "the Result tag was set by the last position, by the result after the moves, or to its " \
      "standard spelling") \
    X(BAD_PUZZLE, "bad-puzzle", R, \
      "this line is no puzzle: it has too many or too few columns or moves") \
    /* moves */ \
    X(ILLEGAL_MOVE, "illegal-move", R, "the move is not legal") \
    X(AMBIGUOUS_MOVE, "ambiguous-move", R, "more than one legal move fits") \
    X(UNREADABLE_MOVE, "unreadable-move", R, "this is no move in any known notation") \
    X(AMBIGUOUS_LETTERS, "ambiguous-letters", R, \
      "the moves can be read in two languages, with different results") \
    X(MOVE_LETTER_CASE, "move-letter-case", W, "a piece letter in lower case") \
    X(MOVE_DASH, "move-dash", W, "the dash of a move is not written -, or has blanks around it") \
    X(MOVE_LONG, "move-long-form", W, "the move is written with its origin square") \
    X(MOVE_COORDINATES, "move-coordinates", W, "the move is written in UCI or ICCF coordinates") \
    X(MOVE_PROMOTION, "move-promotion-form", W, "the promotion is not written =Q") \
    X(MOVE_CAPTURE, "move-capture-mark", W, "the capture mark is missing, unusual or wrong") \
    X(MOVE_CASTLING, "move-castling-form", W, "castling is not written O-O") \
    X(MOVE_CASTLING_SIDE, "move-castling-side", W, \
      "castling is written for the other side; only one of O-O and O-O-O is legal") \
    X(MOVE_EN_PASSANT, "move-en-passant-form", W, "an en passant capture in an old form") \
    X(MOVE_CHECK_MARK, "move-check-mark", W, "check or mate is marked in an old form") \
    X(MOVE_SUFFIX, "move-suffix", W, "an unexpected mark after the move") \
    X(MOVE_FIGURINE, "move-figurine", W, "a piece is written as a figurine") \
    X(MOVE_PAWN_LETTER, "move-pawn-letter", W, "a pawn move with a letter") \
    X(MOVE_SHORT_PAWN, "move-short-pawn", W, "a pawn capture without its rank") \
    X(MOVE_LOOKALIKE, "move-lookalike", W, \
      "a character that only looks right: l for 1, 0 for O, a Cyrillic letter") \
    X(VARIATION_UNPLAYABLE, "variation-unplayable", W, \
      "a move in a variation cannot be played; the rest of that variation is skipped") \
    X(NULL_MOVE, "null-move", W, "a null move") \
    X(MOVE_NUMBER, "move-number", W, "a move number is wrong") \
    X(MOVE_NUMBER_FORM, "move-number-form", W, "a move number in an unusual form") \
    /* writing */ \
    X(CASTLING_NOT_REPRESENTABLE, "castling-not-representable", R, \
      "the requested dialect cannot express this castling right") \
    X(STYLE_NOT_REPRESENTABLE, "castling-style-not-representable", W, \
      "this dialect cannot express the castling style; to read it back, the variant must be given") \
    X(NOTATION_NOT_REPRESENTABLE, "notation-not-representable", R, \
      "the requested notation or letters cannot express the moves of this board") \
    X(BOOK_NOT_REPRESENTABLE, "book-not-representable", W, \
      "an opening book has no key for this board or castling right; the position is left out") \
    X(VARIANT_NOT_READABLE, "variant-not-readable", W, \
      "the program that an output is for does not know this variant; the output goes without") \
    X(TAG_NOT_READABLE, "tag-not-readable", W, \
      "a tag that the program cannot read is left out: its name has more than letters") \
    X(EPD_OPERATION, "epd-operation", W, \
      "an EPD operation is repeated, malformed, or has operands of the wrong type") \
    X(EPD_STRING_UNCLOSED, "epd-string-unclosed", W, \
      "a string of an EPD operation is not closed; its record's operations are kept as they are") \
    X(EPD_SEMICOLON_MISSING, "epd-semicolon-missing", W, \
      "an EPD operation does not end with a semicolon") \
    X(OPERATION_MOVE_ILLEGAL, "operation-move-illegal", W, \
      "a move of an EPD operation is not legal in its position, or could be several") \
    X(BM_AM_CONFLICT, "bm-am-conflict", W, \
      "the same move is best (bm) and to be avoided (am) in records that were merged") \
    X(EPD_TEXT_CUT, "epd-text-cut", W, "a string was changed or cut to fit the EPD rules") \
    X(VERIFY_FAILED, "verify-failed", R, \
      "what was written does not read back as the same position or game")

enum fm_reason {
    FM_REASON_NONE = 0,
#define FM_X(symbol, name, kind, meaning) FM_REASON_##symbol,
    FM_REASON_LIST(FM_X)
#undef FM_X
        FM_REASON_COUNT
};

#endif
