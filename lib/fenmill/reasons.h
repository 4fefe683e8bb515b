/* SPDX-License-Identifier: MIT */
/* The one table of everything that fenmill can report about its input: why a game or record was
 * rejected, and what was tolerated with a warning. Names are stable: logs, profiles, tests and
 * the manual use them. */
#ifndef FENMILL_REASONS_H
#define FENMILL_REASONS_H

/* X(number, symbol, "name", kind, "what it means"): the number is for ever, and a new reason takes
 * the next one, wherever its row is; kind is R (rejects the record), W (warning: a tolerance;
 * rejects only under `strict`), M (repair: made only under `repair`, reported) or S (states a fact,
 * for logs). */
#define FM_REASON_LIST(X) \
    /* structure of the file */ \
    X(1, UNCLOSED_COMMENT, "unclosed-comment", R, \
      "a { comment is not closed before the next game or the end of the input") \
    X(2, UNCLOSED_VARIATION, "unclosed-variation", R, \
      "a ( variation is not closed before the game ends") \
    X(3, GAME_TOO_LARGE, "game-too-large", R, \
      "the game or record has more bytes than the limit allows") \
    X(4, OUTPUT_TOO_LARGE, "output-too-large", R, \
      "the records of the game have more bytes than the limit allows") \
    X(5, TOO_MANY_PLIES, "too-many-plies", R, "the game has more plies than the limit allows") \
    X(6, TOO_MANY_TAGS, "too-many-tags", R, "the game has more tags than the limit allows") \
    X(7, NOT_TEXT, "not-text", R, "the input is not text in a known encoding") \
    X(8, RULE_LIMIT, "rule-limit", R, \
      "a regular expression needs more than max-match-steps or max-match-memory for this tag") \
    X(9, NOT_CHESS, "not-chess", R, "no game or position found in this file") \
    X(10, INPUT_UNREADABLE, "input-unreadable", R, "the input cannot be opened or read") \
    X(11, INPUT_DAMAGED, "input-damaged", R, "the input is damaged within this game or record") \
    X(12, ZIP_NEEDS_FILE, "zip-needs-file", R, \
      "a ZIP archive is read from a file, not from a pipe: its directory is at its end") \
    X(93, INPUT_CHANGED, "input-changed", R, "the input was changed while it was read") \
    X(94, INPUT_GROWN, "input-grown", S, \
      "the input grew while it was read; what was added is read, too") \
    X(31, LIST_SKIPPED, "list-skipped", S, \
      "a list of positions is skipped; `input.lists: read` reads it") \
    X(107, MEMBER_SKIPPED, "member-skipped", S, \
      "what is no file in a tar archive is skipped: links, devices, sparse files") \
    X(13, MALFORMED_TAG, "malformed-tag", W, \
      "a tag pair is not written [Name \"value\"], or its name is in other capitals") \
    X(14, DUPLICATE_TAG, "duplicate-tag", W, "the same tag is given twice; the first counts") \
    X(15, NO_MOVETEXT, "no-movetext", W, "the game has tags and nothing else") \
    X(16, NO_MOVES, "no-moves", W, "the game has no moves") \
    X(17, RESULT_MISSING, "result-missing", W, "there is no result after the moves") \
    X(18, RESULT_MISMATCH, "result-mismatch", W, \
      "the result after the moves differs from the Result tag") \
    X(19, RESULT_SPELLING, "result-spelling", W, "the result is not one of 1-0 0-1 1/2-1/2 *") \
    X(20, STRAY_CLOSE, "stray-close", W, "a ) or } without an opening ( or {") \
    X(21, CONTROL_CHARACTER, "control-character", W, "the text has control characters") \
    X(22, UNKNOWN_TOKEN, "unknown-token", W, "text that is neither move, number, NAG nor result") \
    X(23, ENCODING_1252, "encoding-windows-1252", S, \
      "the text is not UTF-8 and is read as Windows-1252") \
    X(24, ENCODING_CYRILLIC, "encoding-cyrillic", W, \
      "the text is read as Windows-1252 and looks like Cyrillic") \
    X(91, ENCODING_DOS, "encoding-dos", W, \
      "the text is read as Windows-1252 and looks like a DOS code page") \
    X(25, ENCODING_NOT_UTF8, "encoding-not-utf-8", W, \
      "the text is not UTF-8 though --encoding says so; bytes are lost where UTF-8 is written") \
    X(26, LETTERS, "letters", S, "the moves are written with another language's piece letters") \
    X(27, STRAY_TEXT, "stray-text", S, "text that belongs to no game") \
    X(28, DUPLICATE_GAME, "duplicate-game", S, \
      "another game is the same (by default: players, result and moves); this one is not selected") \
    X(29, EXCLUDED_GAME, "excluded-game", S, \
      "a game of the file of excluded games is the same; this one is not selected") \
    X(97, UNLISTED_GAME, "unlisted-game", S, \
      "no game of the file of wanted games is the same; this one is not selected") \
    X(30, SHORTER_DUPLICATE, "shorter-duplicate", S, \
      "the moves are only the beginning of those of another game; this one is not selected") \
    X(32, SEPARATOR_ADDED, "separator-added", S, \
      "text was written between two games to keep them apart; it belongs to neither") \
    X(103, DATE_FORM, "date-form", S, \
      "a date is not written yyyy.mm.dd, with ? for what is not known") \
    X(104, RATING_FORM, "rating-form", S, "a rating is not a number of up to four digits") \
    X(105, RESULT_FORM, "result-form", S, "the Result tag is not one of 1-0 0-1 1/2-1/2 *") \
    X(106, BLANKS_AROUND, "blanks-around", S, "the value of a tag begins or ends with a blank") \
    /* where a game starts, which game it is */ \
    X(33, BAD_FEN, "bad-fen", R, "the FEN cannot be read") \
    X(34, IMPOSSIBLE_POSITION, "impossible-position", R, "the FEN shows an impossible position") \
    X(35, FEN_MISSING, "fen-missing", R, "the start position of the game is not given") \
    X(36, UNSUPPORTED_VARIANT, "unsupported-variant", R, \
      "fenmill does not know the rules of this variant") \
    X(37, VARIANT_MISMATCH, "variant-mismatch", W, \
      "the variant of the Variant tag or of --variant does not fit; the position counts before the " \
      "tag, the tag before --variant") \
    X(38, FEN_WITHOUT_SETUP, "fen-without-setup", W, "a FEN tag without [SetUp \"1\"]") \
    X(39, STANDARD_START, "standard-start", S, \
      "a Chess960 game starts from the standard start position, number 518") \
    X(40, START_ASSUMED, "start-assumed", W, \
      "a Chess960 game without a start position; the standard one, number 518, is used") \
    X(41, SETUP_WITHOUT_FEN, "setup-without-fen", W, \
      "[SetUp \"1\"] without a FEN; the standard start position is used") \
    X(42, FEN_LAYOUT, "fen-layout", W, \
      "the FEN has unusual blanks, missing fields, a capital W or B, or text before or after it") \
    X(43, FEN_DASH, "fen-dash", W, "a dash in the FEN is not written -") \
    X(44, FEN_COUNTERS, "fen-counters", W, "a move counter of the FEN is missing or out of range") \
    X(45, CASTLING_WITHOUT_ROOK, "castling-right-without-rook", W, \
      "a castling right has no rook, or no king on its back rank, and is ignored") \
    X(46, CASTLING_TWICE, "castling-right-twice", W, \
      "two castling rights name the same side; the outermost rook has it") \
    X(47, CASTLING_ORDER, "castling-order", W, \
      "the castling letters are not in the standard order") \
    X(48, CASTLING_STYLE_MISMATCH, "castling-style-mismatch", W, \
      "the castling prefix does not fit the Variant tag or --variant; the prefix counts") \
    X(49, EN_PASSANT_IMPOSSIBLE, "en-passant-impossible", W, \
      "the en passant square follows no double step of a pawn and is ignored") \
    X(99, CASTLING_DIALECT, "castling-dialect", W, \
      "the dialect that --dialect names writes this castling field in another way") \
    X(100, EN_PASSANT_DIALECT, "en-passant-dialect", W, \
      "the dialect that --dialect names writes this en passant square in another way") \
    X(50, CASTLING_REPAIRED, "castling-repaired", M, "castling rights were repaired") \
    X(51, START_REPAIRED, "start-repaired", M, \
      "the start position was made from its number or the variant") \
    X(52, SETUP_REPAIRED, "setup-repaired", M, \
      "[SetUp \"1\"] was written before a FEN tag, or [SetUp \"0\"] where there is none") \
    X(53, RESULT_REPAIRED, "result-repaired", M, \
      "Result tag and terminator were set by the last position, by the result after the moves, by " \
      "the tag, or to the standard spelling") \
    X(109, TAGS_REPAIRED, "tags-repaired", M, \
      "blanks around values of tags were removed, or dates written yyyy.mm.dd where they can be one " \
      "day alone") \
    X(54, BAD_PUZZLE, "bad-puzzle", R, \
      "this line is no puzzle: it has too many or too few columns or moves") \
    X(108, BAD_ROW, "bad-row", R, \
      "this row of a table cannot be read: a column is missing or one too many, a quote is open, or a value is wrong") \
    X(98, BAD_TRAINING, "bad-training", R, \
      "this training text cannot be read: a score, result or move is missing or wrong") \
    /* moves */ \
    X(55, ILLEGAL_MOVE, "illegal-move", R, "the move is not legal") \
    X(56, AMBIGUOUS_MOVE, "ambiguous-move", R, "more than one legal move fits") \
    X(57, UNREADABLE_MOVE, "unreadable-move", R, "this is no move in any known notation") \
    X(58, AMBIGUOUS_LETTERS, "ambiguous-letters", R, \
      "the moves can be read in two languages, with different results") \
    X(59, MOVE_LETTER_CASE, "move-letter-case", W, "a piece letter in lower case") \
    X(60, MOVE_DASH, "move-dash", W, \
      "the dash of a move is not written -, or has blanks around it") \
    X(61, MOVE_LONG, "move-long-form", W, "the move is written with its origin square") \
    X(62, MOVE_COORDINATES, "move-coordinates", W, \
      "the move is written in UCI or ICCF coordinates") \
    X(63, MOVE_PROMOTION, "move-promotion-form", W, "the promotion is not written =Q") \
    X(64, MOVE_CAPTURE, "move-capture-mark", W, "the capture mark is missing, unusual or wrong") \
    X(65, MOVE_CASTLING, "move-castling-form", W, "castling is not written O-O or O-O-O") \
    X(66, MOVE_CASTLING_SIDE, "move-castling-side", W, \
      "castling is written for the other side; only one of O-O and O-O-O is legal") \
    X(67, MOVE_EN_PASSANT, "move-en-passant-form", W, "an en passant capture in an old form") \
    X(68, MOVE_CHECK_MARK, "move-check-mark", W, "check or mate is marked in an old form") \
    X(69, MOVE_SUFFIX, "move-suffix", W, "an unexpected mark after the move") \
    X(70, MOVE_FIGURINE, "move-figurine", W, "a piece is written as a figurine") \
    X(71, MOVE_PAWN_LETTER, "move-pawn-letter", W, "a pawn move with a letter") \
    X(72, MOVE_SHORT_PAWN, "move-short-pawn", W, "a pawn capture without its rank") \
    X(73, MOVE_LOOKALIKE, "move-lookalike", W, \
      "a character that only looks right: l for 1, 0 for O, a Cyrillic letter") \
    X(74, VARIATION_UNPLAYABLE, "variation-unplayable", W, \
      "a move in a variation cannot be played; the rest of that variation is skipped") \
    X(75, NULL_MOVE, "null-move", W, "a null move") \
    X(76, MOVE_NUMBER, "move-number", W, "a move number is wrong") \
    X(77, MOVE_NUMBER_FORM, "move-number-form", W, "a move number in an unusual form") \
    /* writing */ \
    X(78, CASTLING_NOT_REPRESENTABLE, "castling-not-representable", R, \
      "the requested dialect cannot express this castling right") \
    X(79, STYLE_NOT_REPRESENTABLE, "castling-style-not-representable", W, \
      "this dialect cannot express the castling style; to read it back, the variant must be given") \
    X(80, NOTATION_NOT_REPRESENTABLE, "notation-not-representable", R, \
      "the requested notation or letters cannot express the moves of this board") \
    X(81, BOOK_NOT_REPRESENTABLE, "book-not-representable", W, \
      "an opening book has no key for this board or castling right; the position is left out") \
    X(82, VARIANT_NOT_READABLE, "variant-not-readable", W, \
      "the program or format of an output does not know this variant; the output goes without") \
    X(83, TAG_NOT_READABLE, "tag-not-readable", W, \
      "a tag that the program cannot read is left out: its name has more than letters") \
    X(84, EPD_OPERATION, "epd-operation", W, "an EPD operation does not follow the standard") \
    X(101, EPD_MATE_DISTANCE, "epd-mate-distance", W, \
      "a distance to mate is not in the form of the EPD standard; it is read as dm or ce") \
    X(102, EPD_NO_OPERATION, "epd-no-operation", W, \
      "text among the EPD operations is none; it is kept as it is, and nothing reads it") \
    X(85, EPD_STRING_UNCLOSED, "epd-string-unclosed", W, \
      "a string of an EPD operation is not closed; its record's operations are kept as they are") \
    X(86, EPD_SEMICOLON_MISSING, "epd-semicolon-missing", W, \
      "an EPD operation does not end with a semicolon") \
    X(87, OPERATION_MOVE_ILLEGAL, "operation-move-illegal", W, \
      "a move of an EPD operation is not legal in its position, or could be several") \
    X(88, BM_AM_CONFLICT, "bm-am-conflict", W, \
      "the same move is best (bm) and to be avoided (am) in records that were merged") \
    X(89, EPD_TEXT_CUT, "epd-text-cut", W, "a string was changed or cut to fit the EPD rules") \
    X(90, VERIFY_FAILED, "verify-failed", R, \
      "what was written does not read back as the same position or game") \
    X(92, TAG_DROPPED, "tag-dropped", S, \
      "a tag that repeats a name, or has none, is left out of tags that are written anew") \
    X(95, OPERATIONS_DROPPED, "operations-dropped", S, \
      "operations or other text that a FEN cannot have, or the program refuses, are left out") \
    X(96, MARKINGS_DROPPED, "markings-dropped", S, \
      "a marking in a comment that the program cannot have, or a part of one, is left out")

enum fm_reason {
    FM_REASON_NONE = 0,
#define FM_X(number, symbol, name, kind, meaning) FM_REASON_##symbol = (number),
    FM_REASON_LIST(FM_X)
#undef FM_X
};

/* Reasons that this header knows, with FM_REASON_NONE: their numbers are below it. A newer library
 * may report others. */
#define FM_REASON_ONE_(number, symbol, name, kind, meaning) +1
#define FM_REASON_COUNT (1 FM_REASON_LIST(FM_REASON_ONE_))

#endif
