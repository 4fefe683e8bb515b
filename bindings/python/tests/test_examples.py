# SPDX-License-Identifier: MIT
"""The programs of docs/examples in Python, for ten usual jobs: each is run on the sample data, and its answer is known from another way."""
import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import fenmill

from .test_runs import GAMES, SAMPLES

EXAMPLES = pathlib.Path(SAMPLES).parent / "docs" / "examples"
CLASSIC = str(pathlib.Path(SAMPLES) / "classic.pgn")


@unittest.skipUnless(EXAMPLES.exists(), "the documents are not here")
class Examples(unittest.TestCase):
    def run_example(self, name, *arguments, given=b"", status=0):
        path = [os.path.dirname(os.path.dirname(fenmill.__file__)), os.environ.get("PYTHONPATH", "")]
        done = subprocess.run(
            [sys.executable, str(EXAMPLES / (name + ".py")), *arguments], input=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path)},
        )  # fmt: skip
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout.decode().splitlines()

    def test_all_are_run(self):
        source = pathlib.Path(__file__).read_text(encoding="utf-8")
        names = {path.stem for path in EXAMPLES.glob("*.py")}
        self.assertEqual(len(names), 10)
        self.assertEqual([name for name in names if f'run_example("{name}"' not in source], [])

    def test_count_games(self):
        with tempfile.TemporaryDirectory() as folder:
            name = os.path.join(folder, "a.pgn")
            pathlib.Path(name).write_bytes(GAMES)
            self.assertEqual(self.run_example("count_games", name), ["2 games, 8 positions, 1 rejected; 1-1-0, 0 open"])

    def test_filter_games(self):
        with tempfile.TemporaryDirectory() as folder:
            output = os.path.join(folder, "a.pgn")
            self.assertEqual(self.run_example("filter_games", "reti", output, CLASSIC), ["6 games read, 1 kept, 0 rejected"])
            kept = pathlib.Path(output).read_bytes().strip()
            self.assertIn(kept, pathlib.Path(CLASSIC).read_bytes())

    def test_unique_positions(self):
        lines = self.run_example("unique_positions", CLASSIC, CLASSIC)
        every = [p.identity for game in fenmill.read(CLASSIC) for p in game]
        self.assertEqual((len(lines), len(set(lines))), (len(set(every)), len(lines)))

    def test_make_suite(self):
        lines = self.run_example("make_suite", CLASSIC)
        self.assertGreater(len(lines), 2)
        for line in lines:
            epd = fenmill.Epd(line)
            position = epd.position()
            position.push(epd["bm"])
            self.assertTrue(position.is_checkmate())

    def test_tuner_loader(self):
        rows = [line.split("\t") for line in self.run_example("tuner_loader", str(pathlib.Path(SAMPLES) / "annotated.pgn"))]
        self.assertGreater(len(rows), 20)
        for fen, score, score_of in rows:
            self.assertFalse(fenmill.Position(fen).is_check())
            self.assertTrue(score in ("1.0", "0.5", "0.0") and int(score_of) is not None)

    def test_check_fens(self):
        given = (fenmill.START + "\n8/8 w\n4k3/8/8/8/8/8/8/4K3 w KQ - 0 1\n").encode()
        self.assertEqual(self.run_example("check_fens", given=given, status=1),
                         [fenmill.START.replace("KQkq", "HAha"), "4k3/8/8/8/8/8/8/4K3 w - - 0 1"])

    def test_explorer(self):
        rows = [line.split("\t") for line in self.run_example("explorer", CLASSIC, "e4")]
        self.assertEqual(sum(int(row[1]) for row in rows), sum(game.mainline_moves()[0].uci() == "e2e4" for game in fenmill.read(CLASSIC)))

    def test_convert_games(self):
        with tempfile.TemporaryDirectory() as folder:
            output = os.path.join(folder, "a.epd")
            self.run_example("convert_games", output, CLASSIC)
            records = pathlib.Path(output).read_text(encoding="utf-8").splitlines()
        wanted = [p.fen("shredder", "always") for game in fenmill.read(CLASSIC) for p in game]
        self.assertEqual([fenmill.Epd(r).position().fen("shredder", "always").split()[:3] for r in records], [fen.split()[:3] for fen in wanted])

    def test_player_stats(self):
        rows = [line.split("\t") for line in self.run_example("player_stats", CLASSIC)]
        self.assertEqual((sum(int(row[1]) for row in rows), sum(float(row[2]) for row in rows)), (12, 6.0))

    def test_draw_board(self):
        text = "\n".join(self.run_example("draw_board", "4k3/8/8/8/1b6/8/3N4/4K2r w - - 0 1"))
        self.assertEqual((text.count("<rect"), text.count("<text"), text.count("#e66"), text.count("#fd6")), (64, 5, 1, 1))

    @unittest.skipIf(importlib.util.find_spec("chess") is None, "python-chess is not here")
    def test_as_python_chess(self):
        peers = str(pathlib.Path(__file__).with_name("peers.py"))
        for name, *moves in (["count_games"], ["unique_positions"], ["make_suite"], ["explorer", "e4"], ["player_stats"]):
            done = subprocess.run([sys.executable, peers, name, CLASSIC, *moves], stdout=subprocess.PIPE, check=True)
            self.assertEqual(self.run_example(name, CLASSIC, *moves), done.stdout.decode().splitlines(), name)


if __name__ == "__main__":
    unittest.main()
