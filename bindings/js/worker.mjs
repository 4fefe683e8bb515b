// SPDX-License-Identifier: MIT
// A worker: one run of one instance of the module, in steps, as its messages ask. Only here may reading an input block.
import create from "./fenmill-library.mjs";
import { Engine, packaged } from "./engine.mjs";

const isNode = typeof process === "object" && Boolean(process.versions?.node);
const port = isNode ? (await import("node:worker_threads")).parentPort : globalThis;
const fs = isNode ? await import("node:fs") : null;

const EIO = 29, ENOENT = 44; // WASI's numbers
const FILE = 0o100444, PIPE = 0o010444, FOLDER = 0o040555;
const BATCH_BYTES = 1 << 20;
const BATCH_MS = 100;

// An input as a file: its size, and read(to, offset, length, position), which returns how many bytes it has put.

function ofBytes(bytes) {
    return {
        mode: FILE,
        size: bytes.length,
        read(to, offset, length, position) {
            const part = bytes.subarray(position, position + length);
            to.set(part, offset);
            return part.length;
        },
    };
}

function ofBlob(blob) {
    const reader = new FileReaderSync();
    return {
        mode: FILE,
        size: blob.size,
        read(to, offset, length, position) {
            const part = new Int8Array(reader.readAsArrayBuffer(blob.slice(position, position + length)));
            to.set(part, offset);
            return part.length;
        },
    };
}

function ofPath(path) {
    const fd = fs.openSync(path, "r");
    const about = fs.fstatSync(fd);
    const regular = about.isFile();
    return {
        mode: regular ? FILE : PIPE,
        size: regular ? about.size : 0,
        read: (to, offset, length, position) => fs.readSync(fd, to, offset, length, regular ? position : null),
    };
}

/** A stream, of which the other side puts a piece at a time into shared memory: state (1: it is there), length (-1: it failed). */
function ofShared(shared, index) {
    const head = new Int32Array(shared, 0, 2);
    const bytes = new Int8Array(shared, 8);
    let at = 0, length = 0, ended = false;
    return {
        mode: PIPE,
        size: 0,
        read(to, offset, room) {
            if (at === length && !ended) {
                Atomics.store(head, 0, 0);
                port.postMessage({ need: index });
                Atomics.wait(head, 0, 0);
                length = Atomics.load(head, 1);
                at = 0;
                ended = length <= 0;
            }
            if (length < 0) throw new Error("the stream has failed");
            const n = Math.min(room, length - at);
            to.set(bytes.subarray(at, at + n), offset);
            at += n;
            return n;
        },
    };
}

const sourceOf = (input, index) =>
    input.bytes ? ofBytes(input.bytes) : input.blob ? ofBlob(input.blob) : input.shared ? ofShared(input.shared, index) : ofPath(input.path);

/** A file system of the inputs alone, for FS.mount(). */
function fileSystem(FS, files) {
    const fail = (number) => {
        throw new FS.ErrnoError(number);
    };
    const node_ops = {
        getattr(node) {
            const size = node.file?.size ?? 0, time = new Date(0);
            const owner = { uid: 0, gid: 0, rdev: 0, nlink: 1 };
            return { dev: 1, ino: node.id, mode: node.mode, ...owner, size, atime: time, mtime: time, ctime: time, blksize: 4096, blocks: Math.ceil(size / 512) };
        },
        lookup: () => fail(ENOENT),
        readdir: () => [".", "..", ...files.keys()],
    };
    const stream_ops = {
        read(stream, buffer, offset, length, position) {
            try {
                return stream.node.file.read(buffer, offset, length, position);
            } catch {
                return fail(EIO);
            }
        },
        llseek: (stream, offset, whence) => offset + [0, stream.position, stream.node.file.size][whence],
    };
    return {
        mount() {
            const root = FS.createNode(null, "/", FOLDER, 0);
            Object.assign(root, { node_ops, stream_ops });
            for (const [name, file] of files) Object.assign(FS.createNode(root, name, file.mode, 0), { node_ops, stream_ops, file });
            return root;
        },
    };
}

let engine, isRead;
let chunks = [], bytes = 0, reports = [];

class Failed extends Error {}
function call(...given) {
    if (engine.call(...given) === 0) throw new Failed();
}

async function start(wanted) {
    const module = await create({
        wasmBinary: wanted.wasm ?? (await packaged("fenmill-library.wasm")),
        onWrite(at, length) {
            chunks.push(module.HEAPU8.slice(at, at + length));
            bytes += length;
        },
        onReport() {
            reports.push(engine.texts());
            module._js_clear();
        },
    });
    engine = new Engine(module);
    isRead = wanted.kind === "read";
    const { FS } = module;
    const files = new Map();
    wanted.inputs.forEach((input, i) => {
        let name = input.name.replaceAll("/", "_") || "input";
        for (let n = 2; files.has(name); n++) name = `${n}-${input.name}`;
        files.set(name, sourceOf(input, i));
    });
    FS.mkdir("/in");
    FS.mount(fileSystem(FS, files), {}, "/in");
    FS.chdir("/in");
    for (const name of files.keys()) call("js_run_input", name);
    for (const field of wanted.fields) call("js_run_field", field);
    for (const yaml of wanted.yaml) call("js_run_yaml", yaml);
    for (const [key, value] of wanted.keys) call("js_run_set", { name: key }, { name: value });
    if (isRead) call("js_read", wanted.reports, wanted.variations, wanted.warnings);
    else call("js_convert", wanted.output === null ? 0 : { name: wanted.output }, wanted.reports, wanted.warnings);
}

function totals() {
    engine.call("js_totals");
    return engine.texts();
}

/** Go on until there is something to show: the output, or games as one text, reports, totals; at the end status and error. */
function next() {
    if (isRead) {
        const status = engine.call("js_read_next");
        const texts = engine.texts();
        return status === 0 ? { texts } : { texts, status, totals: totals() };
    }
    const until = Date.now() + BATCH_MS;
    let more = true;
    while (more && bytes < BATCH_BYTES && Date.now() < until) more = engine.call("js_convert_step") !== 0;
    const end = {};
    if (!more) {
        end.status = engine.call("js_convert_end");
        end.error = engine.texts();
    }
    const answer = { chunks, reports, ...end, totals: totals() };
    chunks = [];
    reports = [];
    bytes = 0;
    return answer;
}

async function answer(message) {
    try {
        if (message.start) {
            await start(message.start);
            port.postMessage({ started: true });
        } else {
            const made = next();
            port.postMessage(made, (made.chunks ?? []).map((chunk) => chunk.buffer));
        }
    } catch (error) {
        const report = error instanceof Failed ? engine.texts() : null;
        port.postMessage({ failed: report, message: String(error?.message ?? error) });
    }
}
if (isNode) port.on("message", answer);
else port.onmessage = (event) => answer(event.data);
