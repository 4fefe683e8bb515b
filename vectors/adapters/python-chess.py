#!/usr/bin/env python3
# SPDX-License-Identifier: CC0-1.0
"""vectors/run's protocol for python-chess (boards of 8x8, English letters)."""
import io
import re
import sys

import chess
import chess.pgn

EP = {"always": "fen", "pseudo": "xfen", "legal": "legal"}
FIELDS = (("castling", "castling"), ("en passant", "en-passant"), ("half", "halfmove"), ("full", "fullmove"),
          ("turn", "side"), ("position part", "placement"))
STATUS = ((chess.STATUS_EMPTY, "empty-board"), (chess.STATUS_NO_WHITE_KING, "no-white-king"),
          (chess.STATUS_NO_BLACK_KING, "no-black-king"), (chess.STATUS_TOO_MANY_KINGS, "too-many-kings"),
          (chess.STATUS_TOO_MANY_WHITE_PIECES | chess.STATUS_TOO_MANY_BLACK_PIECES, "too-many-pieces"),
          (chess.STATUS_TOO_MANY_WHITE_PAWNS | chess.STATUS_TOO_MANY_BLACK_PAWNS, "too-many-pawns"),
          (chess.STATUS_PAWNS_ON_BACKRANK, "pawn-on-last-rank"), (chess.STATUS_OPPOSITE_CHECK, "opposite-check"),
          (chess.STATUS_TOO_MANY_CHECKERS | chess.STATUS_IMPOSSIBLE_CHECK, "impossible-check"),
          (chess.STATUS_INVALID_EP_SQUARE, "en-passant"))


def is_foreign(fen):
    """Of the extensions that python-chess does not claim: boards of 10x8, the styles s and m."""
    words = fen.split()
    rank = words[0].split("/")[0] if words else ""
    files = sum(int(x) if x.isdigit() else 1 for x in re.findall(r"10|\d|[A-Za-z]", rank))
    return files == 10 or (len(words) > 2 and words[2][0] in "sm")


def refusal(error):
    text = str(error)
    return "no " + next((name for words, name in FIELDS if words in text), "fields")


def fen(option, text, moves):
    letters, ep = option.split("/")
    if letters == "fen":
        return "unsupported"  # it writes the letters of X-FEN
    board = chess.Board(text, chess960=True)
    found = [name for bits, name in STATUS if board.status() & bits]
    if found:
        return "no " + ",".join(found)
    for move in moves.split() if moves != "-" else []:
        board.push_uci(move)
    return "ok " + board.fen(shredder=letters == "shredder", en_passant=EP[ep])


def san(language, text, move_text):
    if language != "en":
        return "unsupported"
    board = chess.Board(text, chess960=True)
    try:
        move = board.parse_san(move_text)
    except chess.AmbiguousMoveError:
        return "no ambiguous"
    except chess.IllegalMoveError:
        return "no illegal"
    except chess.InvalidMoveError:
        return "no unreadable"
    return "ok %s %s" % (board.uci(move, chess960=True), board.san(move))


def legal_moves(variant, text, _):
    board = chess.Board(text, chess960=variant == "chess960")
    return " ".join(["ok", *sorted(map(board.uci, board.legal_moves))])


def count_paths(board, depth):
    if depth <= 1:
        return board.legal_moves.count() if depth else 1
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += count_paths(board, depth - 1)
        board.pop()
    return count


def perft(_, text, depth):
    return "ok %d" % count_paths(chess.Board(text, chess960=True), int(depth))


def epd(option, line, _):
    board, found = chess.Board.from_epd(line, chess960=True)
    for code in set(found) & {"am", "bm"}:
        found[code] = sorted(found[code] or [], key=board.san)
    return "ok " + board.epd(en_passant=EP[option.split("/")[1]], **dict(sorted(found.items())))


def start960(option, number, _):
    if not number.isdigit() or int(number) > 959:
        return "no number"  # from_chess960_pos() raises an error
    board = chess.Board.from_chess960_pos(int(number))
    return "ok " + board.fen(shredder=option == "shredder")


def number960(_, text, __):
    number = chess.Board(text, chess960=True).chess960_pos()
    return "no not-960" if number is None else "ok %d" % number


def game_text(game):
    if game.errors:
        kind = {chess.IllegalMoveError: "illegal", chess.AmbiguousMoveError: "ambiguous",
                chess.InvalidMoveError: "unreadable"}.get(type(game.errors[0]), "fen")
        return "no " + kind
    board, moves = game.board(), []
    for move in game.mainline_moves():
        moves.append(board.san(move))
        board.push(move)
    return " ".join(moves + [game.headers.get("Result", "*")])


def games(text):
    stream = io.StringIO(re.sub(r"\\(n|r|t|\\)", lambda m: {"n": "\n", "r": "\r", "t": "\t", "\\": "\\"}[m[1]], text))
    return iter(lambda: chess.pgn.read_game(stream), None)


def pgn(letters, text, _):
    return "unsupported" if letters == "auto" else "ok " + " | ".join(map(game_text, games(text)))


def counts(game):
    variations = plies = 0
    nodes = [(game, 0)]
    while nodes:
        node, depth = nodes.pop()
        plies += depth > 0
        for i, after in enumerate(node.variations):
            variations += i > 0
            nodes.append((after, depth + (i > 0)))
    return "%d %d %d" % (game.end().ply() - game.ply(), variations, plies)


def variations(_, text, __):
    return "ok " + " | ".join(map(counts, games(text)))


def main():
    tasks = {"fen": fen, "san": san, "epd": epd, "start960": start960, "number960": number960, "pgn": pgn,
             "moves": legal_moves, "perft": perft, "variations": variations}
    chess.pgn.LOGGER.disabled = True
    sys.stdin.reconfigure(encoding="utf-8")
    sys.stdout.reconfigure(encoding="utf-8")
    for line in sys.stdin:
        task, option, position, text = line.rstrip("\n").split("\t")
        try:
            foreign = task in ("fen", "san", "epd", "moves", "perft") and is_foreign(position)
            answer = "unsupported" if foreign or task not in tasks else tasks[task](option, position, text)
        except (ValueError, KeyError, AssertionError) as error:
            answer = refusal(error)
        print(answer, flush=True)


main()
