// SPDX-License-Identifier: MIT
//! What a careful user of shakmaty and pgn-reader would write: FEN per ply, or replay alone.
//!     shakmaty FILE fen|check
use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use shakmaty::{fen::Fen, CastlingMode, Chess, EnPassantMode, Position};
use std::io::{self, BufWriter, Write};
use std::{env, fs::File, ops::ControlFlow, process};

struct Replay<W: Write> {
    out: Option<W>,
    games: u64,
    plies: u64,
    rejected: u64,
}

impl<W: Write> Replay<W> {
    fn write(&mut self, position: &Chess) {
        if let Some(out) = &mut self.out {
            let fen = Fen::from_position(position, EnPassantMode::Legal);
            writeln!(out, "{fen}").expect("output");
        }
    }
}

impl<W: Write> Visitor for Replay<W> {
    type Tags = Option<Chess>;
    type Movetext = Chess;
    type Output = bool;

    fn begin_tags(&mut self) -> ControlFlow<bool, Self::Tags> {
        ControlFlow::Continue(None)
    }
    fn tag(&mut self, tags: &mut Self::Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<bool> {
        if name == b"FEN" {
            let fen = Fen::from_ascii(value.as_bytes()).ok();
            match fen.and_then(|fen| fen.into_position(CastlingMode::Chess960).ok()) {
                Some(position) => *tags = Some(position),
                None => return ControlFlow::Break(false),
            }
        }
        ControlFlow::Continue(())
    }
    fn begin_movetext(&mut self, tags: Self::Tags) -> ControlFlow<bool, Chess> {
        ControlFlow::Continue(tags.unwrap_or_default())
    }
    fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<bool> {
        match san.san.to_move(position) {
            Ok(m) => position.play_unchecked(m),
            Err(_) => return ControlFlow::Break(false),
        }
        self.plies += 1;
        self.write(position);
        ControlFlow::Continue(())
    }
    fn end_game(&mut self, _: Chess) -> bool {
        true
    }
}

fn main() -> io::Result<()> {
    let arguments: Vec<String> = env::args().collect();
    if arguments.len() != 3 {
        eprintln!("usage: shakmaty FILE fen|check");
        process::exit(2);
    }
    let mut reader = Reader::new(File::open(&arguments[1])?);
    let out = (arguments[2] == "fen").then(|| BufWriter::with_capacity(1 << 18, io::stdout().lock()));
    let mut replay = Replay { out, games: 0, plies: 0, rejected: 0 };
    while let Some(good) = reader.read_game(&mut replay)? {
        replay.games += 1;
        replay.rejected += u64::from(!good);
    }
    if let Some(out) = &mut replay.out {
        out.flush()?;
    } else {
        println!("{} games, {} plies, {} rejected", replay.games, replay.plies, replay.rejected);
    }
    Ok(())
}
