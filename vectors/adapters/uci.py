#!/usr/bin/env python3
# SPDX-License-Identifier: CC0-1.0
"""vectors/run's protocol for an engine of the Stockfish family: uci.py ENGINE [ARGUMENT]...

Its command `d` prints the position that it has: Shredder letters under UCI_Chess960, en passant by its own rule. An engine
does not say that it refuses a FEN; one that ends is started again. Boards of 10x8 need Fairy-Stockfish."""
import re
import subprocess
import sys

STYLES = {"s": "janus", "m": "embassy"}


class Engine:
    def __init__(self, command):
        self.command, self.process, self.variant = command, None, None

    def ask(self, line, last):
        """Send a line; the lines up to the one that begins with last, or None: the engine has ended."""
        if self.process is None:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            stderr=subprocess.DEVNULL, text=True, bufsize=1)
            self.variant = None
            self.variants = self.ask("uci", "uciok")
            self.ask("setoption name UCI_Chess960 value true\nisready", "readyok")
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass
        lines = []
        for answer in self.process.stdout:
            lines.append(answer.rstrip("\n"))
            if answer.startswith(last):
                return lines
        self.process.wait()
        self.process = None
        return None

    def knows(self, variant):
        return self.ask("isready", "readyok") and any("name UCI_Variant" in x and " var " + variant in x
                                                       for x in self.variants)

    def choose(self, variant):
        known = variant == "chess" or self.knows(variant)
        if known and self.variant != variant and self.knows(variant):
            self.ask("setoption name UCI_Variant value %s\nisready" % variant, "readyok")
        self.variant = variant
        return known

    def take(self, text, moves="-"):
        """The command that sets a position up, and the variant; None: not with this engine."""
        words = text.split()
        style = words[2][0] if len(words) > 2 else ""
        wide = len(re.findall(r"[A-Za-z]", words[0].split("/")[0])) + \
            sum(map(int, re.findall(r"10|\d", words[0].split("/")[0]))) > 8 if words else False
        if style in STYLES and not wide:
            return None
        variant = STYLES.get(style, "caparandom") if wide else "chess"
        if not self.choose(variant):
            return None
        if variant == "janus":
            words[0] = words[0].replace("a", "j").replace("A", "J")
        if style in STYLES:
            words[2] = words[2][1:]
        return "position fen " + " ".join(words) + ("" if moves == "-" else " moves " + moves), variant

    def fen(self, option, text, moves):
        taken = self.take(text, moves) if option == "shredder/pseudo" else None
        if taken is None:
            return "unsupported"
        lines = self.ask(taken[0] + "\nd\nisready", "readyok")
        found = [x[5:] for x in lines or [] if x.startswith("Fen: ")]
        if not found:
            return "crashed"
        words = found[0].split(" ")
        if taken[1] == "janus":
            words[0] = words[0].replace("j", "a").replace("J", "A")
        return "ok " + " ".join(words)

    def divide(self, variant, text, depth):
        """What `go perft` counts: lines "move: paths", then their sum."""
        taken = self.take(text)
        if taken is None:
            return None
        chess960 = "false" if variant == "standard" else "true"
        # It counts in a thread of its own, and is ready before that has ended.
        lines = self.ask("setoption name UCI_Chess960 value %s\n%s\ngo perft %s" % (chess960, taken[0], depth), "Nodes searched")
        self.ask("setoption name UCI_Chess960 value true\nisready", "readyok")
        return dict(x.split(": ") for x in lines or [] if re.match(r"[a-j]\d\S*: \d+$", x))

    def moves(self, variant, text, _):
        found = self.divide(variant, text, "1")
        return "unsupported" if found is None else " ".join(["ok", *sorted(found)])

    def perft(self, variant, text, depth):
        found = self.divide(variant, text, depth)
        return "unsupported" if found is None else "ok %d" % sum(map(int, found.values()))


def main():
    engine = Engine(sys.argv[1:])
    for line in sys.stdin:
        task, option, position, text = line.rstrip("\n").split("\t")
        answer = {"fen": engine.fen, "moves": engine.moves, "perft": engine.perft}.get(task)
        print(answer(option, position, text) if answer else "unsupported", flush=True)


main()
