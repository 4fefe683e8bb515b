// SPDX-License-Identifier: MIT
// What a careful user of chess-library would write: FEN per ply, or replay alone.
//     chess_library FILE fen|check
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <string_view>
#include "chess.hpp"

namespace {
class Replay : public chess::pgn::Visitor {
  public:
    explicit Replay(bool writes) : writes_(writes) {}
    void startPgn() override { board_.setFen(chess::constants::STARTPOS); }
    void header(std::string_view key, std::string_view value) override {
        if (key == "FEN")
            board_.setFen(value);
    }
    void startMoves() override { ++games; }
    void move(std::string_view san, std::string_view) override {
        const chess::Move move = chess::uci::parseSan(board_, san, moves_);
        if (move == chess::Move::NO_MOVE) {
            ++rejected;
            skipPgn(true);
            return;
        }
        board_.makeMove<true>(move);
        ++plies;
        if (writes_) {
            text_ = board_.getFen();
            text_ += '\n';
            std::fwrite(text_.data(), 1, text_.size(), stdout);
        }
    }
    void endPgn() override {}
    unsigned long games = 0, plies = 0, rejected = 0;

  private:
    chess::Board board_;
    chess::Movelist moves_;
    std::string text_;
    bool writes_;
};
} // namespace

int main(int argc, char **argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: chess_library FILE fen|check\n");
        return 2;
    }
    const bool writes = std::strcmp(argv[2], "fen") == 0;
    static char buffer[1 << 18];
    std::setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    std::ifstream file(argv[1]);
    Replay replay(writes);
    chess::pgn::StreamParser parser(file);
    if (parser.readGames(replay)) {
        std::fprintf(stderr, "chess_library: the file cannot be read\n");
        return 1;
    }
    if (!writes)
        std::printf("%lu games, %lu plies, %lu rejected\n", replay.games, replay.plies, replay.rejected);
    return 0;
}
