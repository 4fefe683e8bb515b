#!/usr/bin/env node
// SPDX-License-Identifier: CC0-1.0
// vectors/run's protocol for chessops (npm install chessops): boards of 8x8, English letters, en passant where legal.
import { createInterface } from 'node:readline';
import { createRequire } from 'node:module';
import { join } from 'node:path';

// From the folder in which it was installed, which is the one that this runs in.
const { resolve } = createRequire(join(process.cwd(), 'here.js'));
const load = name => import(resolve('chessops/' + name).replace('/cjs/', '/esm/'));
const { Chess } = await load('chess');
const { parseFen, makeFen } = await load('fen');
const { parsePgn, startingPosition } = await load('pgn');
const { makeSan, parseSan } = await load('san');
const { parseUci, makeUci } = await load('util');
const { perft } = await load('debug');

const names = { ERR_FEN: 'fields', ERR_BOARD: 'placement', ERR_TURN: 'side', ERR_CASTLING: 'castling',
  ERR_EP_SQUARE: 'en-passant', ERR_HALFMOVES: 'halfmove', ERR_FULLMOVES: 'fullmove', ERR_EMPTY: 'empty-board',
  ERR_OPPOSITE_CHECK: 'opposite-check', ERR_PAWNS_ON_BACKRANK: 'pawn-on-last-rank', ERR_KINGS: 'kings' };
const position = fen => parseFen(fen).chain(setup => Chess.fromSetup(setup)).unwrap();
// Of the extensions that chessops does not claim: boards of 10x8, the styles s and m.
const files = fen => (fen.split('/')[0].match(/10|\d|[A-Za-z]/g) ?? []).reduce((n, x) => n + (Number(x) || 1), 0);
const foreign = fen => files(fen) === 10 || /^\S+ \S+ [sm]/.test(fen);

const tasks = {
  fen(option, fen, moves) {
    if (option !== 'xfen/legal') return 'unsupported';
    const pos = position(fen);
    for (const move of moves === '-' ? [] : moves.split(' ')) pos.play(parseUci(move));
    return 'ok ' + makeFen(pos.toSetup());
  },
  san(language, fen, text) {
    if (language !== 'en') return 'unsupported';
    const pos = position(fen);
    const move = parseSan(pos, text);
    return move ? `ok ${makeUci(move)} ${makeSan(pos, move)}` : 'no';
  },
  moves(variant, fen) {
    // Castling is the king taking his rook here in every variant.
    if (variant !== 'chess960') return 'unsupported';
    const pos = position(fen), moves = [];
    for (const [from, dests] of pos.allDests())
      for (const to of dests) {
        const promotes = pos.board.pawn.has(from) && (to < 8 || to >= 56);
        for (const promotion of promotes ? ['queen', 'rook', 'bishop', 'knight'] : [undefined])
          moves.push(makeUci({ from, to, promotion }));
      }
    return ['ok', ...moves.sort()].join(' ');
  },
  perft: (_, fen, depth) => `ok ${perft(position(fen), Number(depth))}`,
  pgn: (letters, text) => letters === 'auto' ? 'unsupported' : 'ok ' + games(text).map(game).join(' | '),
  variations: (_, text) => 'ok ' + games(text).map(counts).join(' | '),
};

function games(text) {
  const escapes = { n: '\n', r: '\r', t: '\t', '\\': '\\' };
  return parsePgn(text.replace(/\\([nrt\\])/g, (all, c) => escapes[c]));
}

function counts(g) {
  let variations = 0, plies = 0;
  const walk = (node, depth) => {
    node.children.forEach((child, i) => {
      variations += i > 0;
      plies += depth + (i > 0) > 0;
      walk(child, depth + (i > 0));
    });
  };
  walk(g.moves, 0);
  return [[...g.moves.mainline()].length, variations, plies].join(' ');
}

function game(g) {
  const start = startingPosition(g.headers);
  if (start.isErr) return 'no fen';
  const pos = start.unwrap(), moves = [];
  for (const node of g.moves.mainline()) {
    const move = parseSan(pos, node.san);
    if (!move) return 'no';
    moves.push(makeSan(pos, move));
    pos.play(move);
  }
  return [...moves, g.headers.get('Result') ?? '*'].join(' ');
}

for await (const line of createInterface({ input: process.stdin })) {
  const [task, option, first, second] = line.split('\t');
  let answer = 'unsupported';
  try {
    if (tasks[task] && !(task !== 'pgn' && task !== 'variations' && foreign(first))) answer = tasks[task](option, first, second);
  } catch (error) {
    answer = `no ${names[error.message] ?? error.message}`;
  }
  console.log(answer);
}
