// SPDX-License-Identifier: MIT
// What emscripten 3.1.6 does wrong: pread() and pwrite() drop the upper half of the offset, so files of more than 2 GiB would be read
// wrong; fstat() goes by the name that a file was opened with, which standard output has not, and a removed file no longer; poll() fails with node's files, which all may block.
mergeInto(LibraryManager.library, {
    __syscall_fstat64__deps: ["$SYSCALLS"],
    __syscall_fstat64: function (fd, about) {
        try {
            var stream = SYSCALLS.getStreamFromFD(fd);
            var real = stream.nfd !== undefined; // a file of node
            return SYSCALLS.doStat(() => (real ? require("fs").fstatSync(stream.nfd) : stream.node.node_ops.getattr(stream.node)), "", about);
        } catch (error) {
            return -8; // EBADF
        }
    },
    __syscall_poll: function (fds, count) {
        for (var i = 0; i < count; i++) HEAP16[(fds + 8 * i + 6) >> 1] = HEAP16[(fds + 8 * i + 4) >> 1] & 5; // POLLIN, POLLOUT
        return count;
    },
    fd_pread__deps: ["$SYSCALLS"],
    fd_pread: function (fd, iov, count, low, high, done) {
        try {
            HEAP32[done >> 2] = SYSCALLS.doReadv(SYSCALLS.getStreamFromFD(fd), iov, count, high * 4294967296 + (low >>> 0));
            return 0;
        } catch (error) {
            return error.errno;
        }
    },
    fd_pwrite__deps: ["$SYSCALLS"],
    fd_pwrite: function (fd, iov, count, low, high, done) {
        try {
            HEAP32[done >> 2] = SYSCALLS.doWritev(SYSCALLS.getStreamFromFD(fd), iov, count, high * 4294967296 + (low >>> 0));
            return 0;
        } catch (error) {
            return error.errno;
        }
    },
});
