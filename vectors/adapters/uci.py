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

    def fen(self, option, text, moves):
        if option != "shredder/pseudo":
            return "unsupported"
        words = text.split()
        style = words[2][0] if len(words) > 2 else ""
        wide = len(re.findall(r"[A-Za-z]", words[0].split("/")[0])) + \
            sum(map(int, re.findall(r"10|\d", words[0].split("/")[0]))) > 8 if words else False
        if style in STYLES and not wide:
            return "unsupported"
        variant = STYLES.get(style, "caparandom") if wide else "chess"
        if not self.choose(variant):
            return "unsupported"
        if variant == "janus":
            words[0] = words[0].replace("a", "j").replace("A", "J")
        if style in STYLES:
            words[2] = words[2][1:]
        position = "position fen " + " ".join(words) + ("" if moves == "-" else " moves " + moves)
        lines = self.ask(position + "\nd\nisready", "readyok")
        found = [x[5:] for x in lines or [] if x.startswith("Fen: ")]
        if not found:
            return "crashed"
        words = found[0].split(" ")
        if variant == "janus":
            words[0] = words[0].replace("j", "a").replace("J", "A")
        return "ok " + " ".join(words)


def main():
    engine = Engine(sys.argv[1:])
    for line in sys.stdin:
        task, option, position, text = line.rstrip("\n").split("\t")
        print(engine.fen(option, position, text) if task == "fen" else "unsupported", flush=True)


main()
