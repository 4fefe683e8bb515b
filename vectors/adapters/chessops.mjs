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
  pgn(_, text) {
    const escapes = { n: '\n', r: '\r', t: '\t', '\\': '\\' };
    return 'ok ' + parsePgn(text.replace(/\\([nrt\\])/g, (all, c) => escapes[c])).map(game).join(' | ');
  },
};

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
    if (tasks[task] && !(task !== 'pgn' && foreign(first))) answer = tasks[task](option, first, second);
  } catch (error) {
    answer = `no ${names[error.message] ?? error.message}`;
  }
  console.log(answer);
}
