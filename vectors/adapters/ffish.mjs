#!/usr/bin/env node
// SPDX-License-Identifier: CC0-1.0
// vectors/run's protocol for ffish, Fairy-Stockfish as a library (npm install ffish): Shredder letters, en passant
// pseudo-legal; FENs are refused by number alone.
import { createInterface } from 'node:readline';
import { createRequire } from 'node:module';
import { join } from 'node:path';

console.warn = () => {}; // what it says of a FEN that it refuses; it keeps the function when it is loaded
delete globalThis.fetch; // with it, ffish looks for its own file on the web
// From the folder in which it was installed, which is the one that this runs in.
const ffish = createRequire(join(process.cwd(), 'here.js'))('ffish');
const styles = { s: 'janus', m: 'embassy' };

const files = fen => (fen.split('/')[0].match(/10|\d|[A-Za-z]/g) ?? []).reduce((n, x) => n + (Number(x) || 1), 0);

function board(text, is960 = true) {
  const style = text.split(' ')[2]?.[0], wide = files(text) === 10;
  if (styles[style] && !wide) return undefined;
  const variant = !wide ? 'chess' : styles[style] ?? 'caparandom';
  let fen = text.replace(/^(\S+ \S+ )[sm]/, '$1');
  if (variant === 'janus') fen = fen.replace(/^\S+/, rows => rows.replace(/a/g, 'j').replace(/A/g, 'J'));
  const code = ffish.validateFen(fen, variant, true);
  return { code, b: code === 1 ? new ffish.Board(variant, fen, is960) : undefined, janus: variant === 'janus' };
}

const spell = (at, fen) => !at.janus ? fen : fen.replace(/^\S+/, rows => rows.replace(/j/g, 'a').replace(/J/g, 'A'));

const tasks = {
  fen(option, fen, moves) {
    if (option !== 'shredder/pseudo') return 'unsupported';
    const at = board(fen);
    if (!at) return 'unsupported';
    if (!at.b) return `no ${at.code}`;
    if (moves !== '-') at.b.pushMoves(moves);
    return 'ok ' + spell(at, at.b.fen());
  },
  san(language, fen, text) {
    const at = language === 'en' ? board(fen) : undefined;
    if (!at || at.janus) return 'unsupported';
    if (!at.b) return `no ${at.code}`;
    const moves = at.b.legalMoves().split(' ');
    const san = new Map(moves.map(move => [at.b.sanMove(move), move]));
    if (!at.b.pushSan(text)) return 'no';
    const played = at.b.moveStack().split(' ').at(-1);
    return `ok ${played} ${[...san].find(([, move]) => move === played)[0]}`;
  },
};

function paths(b, depth) {
  const moves = b.legalMoves().split(' ').filter(Boolean);
  if (depth <= 1) return depth ? moves.length : 1;
  let count = 0;
  for (const move of moves) {
    b.push(move);
    count += paths(b, depth - 1);
    b.pop();
  }
  return count;
}

Object.assign(tasks, {
  moves(variant, fen) {
    const at = board(fen, variant !== 'standard');
    if (!at?.b) return at ? `no ${at.code}` : 'unsupported';
    return ['ok', ...at.b.legalMoves().split(' ').filter(Boolean).sort()].join(' ');
  },
  perft(_, fen, depth) {
    const at = board(fen);
    return at?.b ? `ok ${paths(at.b, Number(depth))}` : at ? `no ${at.code}` : 'unsupported';
  },
});

ffish.onRuntimeInitialized = async () => {
  new ffish.Board('chess').delete(); // the first one makes the table of variants
  for await (const line of createInterface({ input: process.stdin })) {
    const [task, option, first, second] = line.split('\t');
    let answer = 'unsupported';
    try {
      if (tasks[task]) answer = tasks[task](option, first, second);
    } catch (error) {
      answer = 'crashed';
    }
    console.log(answer);
  }
};
