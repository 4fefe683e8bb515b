// SPDX-License-Identifier: MIT
// C++17: handles that free themselves, errors as exceptions, and the items of a reader as a range.
//     games_range FILE     prints the mean number of legal moves by ply, up to 20
#include <fenmill.h>
#include <array>
#include <cstdio>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace fenmill
{

inline fm_text text(std::string_view view)
{
    return {reinterpret_cast<const unsigned char *>(view.data()), view.size()};
}

class error : public std::runtime_error
{
  public:
    error(fm_status status, const fm_error &why) : std::runtime_error(words(why)), status_(status)
    {
    }
    fm_status status() const noexcept
    {
        return status_;
    }

  private:
    static std::string words(const fm_error &why)
    {
        std::array<char, 1024> line{};
        (void)fm_error_text(&why, line.data(), line.size());
        return line.data();
    }
    fm_status status_;
};

struct freer {
    void operator()(fm_reader *reader) const noexcept
    {
        fm_reader_free(reader);
    }
    void operator()(fm_position *position) const noexcept
    {
        fm_position_free(position);
    }
};
using position = std::unique_ptr<fm_position, freer>;

inline position copy(const fm_position &of)
{
    fm_position *made = nullptr;
    if (fm_position_copy(&of, &made) != FM_OK)
        throw std::bad_alloc();
    return position(made);
}

// A reader; its items are a range that can be gone through once.
class reader
{
  public:
    explicit reader(const fm_reader_options &options)
    {
        fm_reader *made = nullptr;
        fm_error why;
        const fm_status status = fm_reader_new(&options, &made, &why);
        if (status != FM_OK)
            throw error(status, why);
        handle_.reset(made);
    }

    class iterator
    {
      public:
        using iterator_category = std::input_iterator_tag;
        using value_type = fm_item;
        using difference_type = std::ptrdiff_t;
        using pointer = const fm_item *;
        using reference = const fm_item &;

        iterator() = default;
        explicit iterator(fm_reader *from) : from_(from)
        {
            ++*this;
        }
        reference operator*() const
        {
            return *item_;
        }
        pointer operator->() const
        {
            return item_;
        }
        iterator &operator++()
        {
            fm_error why;
            const fm_status status = fm_reader_next(from_, &item_, &why);
            if (status == FM_END)
                from_ = nullptr;
            else if (status != FM_OK)
                throw error(status, why);
            return *this;
        }
        void operator++(int)
        {
            ++*this;
        }
        bool operator==(const iterator &other) const
        {
            return from_ == other.from_;
        }
        bool operator!=(const iterator &other) const
        {
            return from_ != other.from_;
        }

      private:
        fm_reader *from_ = nullptr;
        const fm_item *item_ = nullptr;
    };
    iterator begin()
    {
        return iterator(handle_.get());
    }
    iterator end()
    {
        return iterator();
    }

  private:
    std::unique_ptr<fm_reader, freer> handle_;
};

} // namespace fenmill

int main(int argc, char **argv)
{
    constexpr unsigned plies = 20;
    std::array<unsigned long, plies + 1> moves{}, games{};
    if (argc != 2)
        return 2;
    try {
        fm_reader_options options = FM_READER_OPTIONS_INIT;
        options.file = argv[1];
        options.positions = true;
        options.start = true;
        fenmill::reader items(options);
        for (const fm_item &item : items) {
            if (item.kind != FM_ITEM_POSITION || item.ply > plies)
                continue;
            moves[item.ply] += fm_position_moves(item.position, nullptr, 0);
            games[item.ply]++;
        }
    } catch (const std::exception &why) {
        std::fprintf(stderr, "%s\n", why.what());
        return 1;
    }
    for (unsigned ply = 0; ply <= plies && games[ply] > 0; ply++)
        std::printf("%u\t%.2f\n", ply,
                    static_cast<double>(moves[ply]) / static_cast<double>(games[ply]));
    return 0;
}
