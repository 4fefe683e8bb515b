# SPDX-License-Identifier: MIT
"""Each legal move's texts beside those that the library gives to a program in C, in positions of every variant.

FENMILL_LEGAL is tests/tools/legal of the library's build; FENMILL_LONG=1 has 20,000 positions of each variant.
"""
import os
import subprocess
import unittest

import fenmill

LEGAL = os.environ.get("FENMILL_LEGAL")
COUNT = "20000" if os.environ.get("FENMILL_LONG") else "150"


def lines(*command, given=None):
    return subprocess.run(command, input=given, stdout=subprocess.PIPE, check=True, universal_newlines=True).stdout.splitlines()


@unittest.skipUnless(LEGAL, "tests/tools/legal is not here")
class EveryMove(unittest.TestCase):
    def test_texts(self):
        for variant in ["dfrc", *fenmill.variants()]:
            rows = lines(LEGAL, "positions", variant, COUNT)
            wanted = lines(LEGAL, "moves", given="\n".join(rows) + "\n")
            got = []
            for number, row in enumerate(rows, 1):
                name, fen = row.split("\t")
                position = fenmill.Position(fen, variant=name)
                moves = sorted(position.legal_moves, key=lambda move: move.uci())
                got += ["%d\t%s\t%s\t%s" % (number, move, position.san(move), position.lan(move)) for move in moves]
                if number % 25 == 0:
                    self.same_by_name(position, moves)
            self.assertEqual(got, wanted, variant)

    def same_by_name(self, position, moves):
        self.assertEqual(list(position.divide(1)), [move.uci() for move in position.legal_moves])
        for move in moves:
            after = position.copy()
            self.assertEqual(after.push(move), move)
            for text in (move.uci(), position.san(move), position.lan(move), position.uci(move, chess960=True), position.uci(move, chess960=False)):
                self.assertEqual((position.parse_san(text), position.uci(text)), (move, move.uci()))


class Forms(unittest.TestCase):
    FEN = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"

    def forms(self, move, **given):
        position = fenmill.Position(**given)
        found = position.parse_san(move)
        self.assertEqual((str(found), position.uci(move), next(m.uci() for m in position.legal_moves if m == found)), (found.uci(),) * 3)
        return found.uci(), position.uci(found, chess960=True), position.uci(found, chess960=False)

    def test_castling(self):
        self.assertEqual(self.forms("O-O", fen=self.FEN), ("e1g1", "e1h1", "e1g1"))
        self.assertEqual(self.forms("O-O-O", fen=self.FEN), ("e1c1", "e1a1", "e1c1"))
        self.assertEqual(self.forms("O-O", fen=self.FEN, variant="chess960"), ("e1h1", "e1h1", "e1g1"))
        self.assertEqual(self.forms("O-O-O", fen=self.FEN, variant="chess960"), ("e1a1", "e1a1", "e1c1"))
        inner = "4k3/8/8/8/8/8/8/RR2K1R1 w GB - 0 1"
        self.assertEqual(self.forms("O-O-O", fen=inner), ("e1b1", "e1b1", "e1b1"))
        wide = "r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1"
        self.assertEqual(self.forms("O-O", fen=wide), ("f1j1", "f1j1", "f1j1"))

    def test_other_moves(self):
        self.assertEqual(self.forms("Kf1", fen=self.FEN, variant="chess960"), ("e1f1",) * 3)
        self.assertEqual(self.forms("b8=N", fen="8/1P5k/8/8/8/8/8/K7 w - - 0 1"), ("b7b8n",) * 3)
        with self.assertRaises(fenmill.Rejected):
            fenmill.Position().uci("O-O", chess960=True)

    def test_games(self):
        game = b'[Variant "Chess960"]\n[SetUp "1"]\n[FEN "%s"]\n\n1. O-O O-O-O *\n' % self.FEN.encode()
        self.assertEqual([(p.last, p.last_uci) for p in next(fenmill.read(game))], [("O-O", "e1h1"), ("O-O-O", "e8a8")])


if __name__ == "__main__":
    unittest.main()
