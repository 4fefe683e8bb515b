// SPDX-License-Identifier: MIT
// Runs in a worker: conversions and checks, and what reading needs of it.
import { errorOf, FenmillError, Report, Totals } from "./report.mjs";

const isNode = typeof process === "object" && Boolean(process.versions?.node);
const PIECE = 1 << 20; // bytes of a stream that the worker gets in one step
const MAX_REPORTS = 1000; // that `errors` keeps
const REJECTED = 1; // a status: done, and some were rejected
const END = 12;

/** How a worker is made, and the bytes of the module; the page, which is one file, has other ways. */
export const place = {
    wasm: null,
    async worker() {
        if (isNode) return new (await import("node:worker_threads")).Worker(new URL("./worker.mjs", import.meta.url));
        return new Worker(new URL("./worker.mjs", import.meta.url), { type: "module" });
    },
};

// Inputs.

async function* piecesOf(stream) {
    const chunks = stream instanceof ReadableStream ? chunksOf(stream) : stream;
    let held = [], n = 0;
    const joined = () => {
        const bytes = new Uint8Array(n);
        let at = 0;
        for (const one of held) {
            bytes.set(one, at);
            at += one.length;
        }
        held = [];
        n = 0;
        return bytes;
    };
    for await (const chunk of chunks) {
        const bytes = typeof chunk === "string" ? new TextEncoder().encode(chunk) : ArrayBuffer.isView(chunk) ? new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength) : new Uint8Array(chunk);
        for (let at = 0; at < bytes.length; at += PIECE) {
            const part = bytes.subarray(at, at + PIECE);
            if (n + part.length > PIECE) yield joined();
            held.push(part);
            n += part.length;
        }
    }
    if (n > 0) yield joined();
}

async function* chunksOf(stream) {
    const reader = stream.getReader();
    try {
        for (let read; !(read = await reader.read()).done; ) yield read.value;
    } finally {
        reader.cancel().catch(() => {});
    }
}

/** One input as the worker takes it. A stream goes through shared memory; where a browser has none, it becomes a Blob first, which
 *  the browser keeps, on the disk where it is large. */
async function inputOf(given, pumps) {
    if (typeof given === "string" || given instanceof URL) {
        if (!isNode) return { name: String(given), blob: await (await fetch(given)).blob() };
        const path = given instanceof URL ? (await import("node:url")).fileURLToPath(given) : given;
        return { name: (await import("node:path")).basename(path), path };
    }
    if (typeof Blob === "function" && given instanceof Blob) {
        const name = given.name ?? "(blob)";
        return isNode ? inputOf(Object.assign(given.stream(), { name }), pumps) : { name, blob: given };
    }
    if (given instanceof ArrayBuffer || ArrayBuffer.isView(given)) {
        const bytes = ArrayBuffer.isView(given) ? new Uint8Array(given.buffer, given.byteOffset, given.byteLength) : new Uint8Array(given);
        return { name: "(bytes)", bytes };
    }
    if (!given || !(given instanceof ReadableStream || given[Symbol.asyncIterator] || given[Symbol.iterator]))
        throw new TypeError("an input is a file's name, a Blob, bytes, or a stream of bytes");
    const name = typeof given.name === "string" ? given.name : "(stream)";
    if (typeof SharedArrayBuffer === "undefined") {
        const parts = [];
        for await (const piece of piecesOf(given)) parts.push(new Blob([piece]));
        return { name, blob: new Blob(parts) };
    }
    const shared = new SharedArrayBuffer(8 + PIECE);
    pumps.push({ shared, pieces: piecesOf(given) });
    return { name, shared };
}

/** A profile as texts in YAML, and single keys: JSON is YAML; a key with points is one of a group. */
function settingsOf(profile) {
    if (profile === null || profile === undefined) return { yaml: [], keys: [] };
    if (typeof profile === "string") return { yaml: [profile], keys: [] };
    const groups = Object.entries(profile).filter(([key]) => !key.includes("."));
    const value = (given) => (typeof given === "object" ? JSON.stringify(given) : String(given));
    return {
        yaml: groups.length > 0 ? [JSON.stringify({ fenmill: 1, ...Object.fromEntries(groups) })] : [],
        keys: Object.entries(profile).filter(([key]) => key.includes(".")).map(([key, given]) => [key, value(given)]),
    };
}

/** One run: a worker of its own, from start() to its end or close(). */
export class Run {
    #worker = null;
    #pumps = [];
    #raised = null;
    #answered = null;
    errors = [];
    totals = null;
    done = false;

    constructor(kind, inputs, { profile, onReport, signal = null, warnings = false, ...more }) {
        const { keys = [], ...given } = more;
        const settings = settingsOf(profile);
        this.onReport = onReport;
        this.signal = signal;
        this.inputs = Array.isArray(inputs) ? inputs : [inputs];
        this.start = {
            kind, warnings, output: null, fields: [], variations: false, reports: onReport ? Number.MAX_SAFE_INTEGER : MAX_REPORTS,
            wasm: place.wasm, ...given, yaml: settings.yaml, keys: [...settings.keys, ...keys],
        };
    }

    async #begin() {
        const inputs = [];
        for (const given of this.inputs) inputs.push(await inputOf(given, this.#pumps).then((input) => this.#numbered(input, inputs.length)));
        const worker = await place.worker();
        this.#worker = worker;
        const heard = (message) => (message.need === undefined ? this.#answered?.resolve(message) : this.#feed(message.need));
        const broken = (error) => this.#answered?.reject(error instanceof Error ? error : new Error(error.message ?? "the worker has failed"));
        if (isNode) worker.on("message", heard).on("error", broken);
        else Object.assign(worker, { onmessage: (event) => heard(event.data), onerror: broken });
        await this.#ask({ start: { ...this.start, inputs } });
    }

    #numbered(input, index) {
        if (input.shared) this.#pumps.at(-1).index = index;
        return input;
    }

    async #feed(index) {
        const { shared, pieces } = this.#pumps.find((pump) => pump.index === index);
        const head = new Int32Array(shared, 0, 2);
        let length = 0;
        try {
            const { value, done } = await pieces.next();
            if (!done) new Uint8Array(shared, 8).set(value);
            length = done ? 0 : value.length;
        } catch (error) {
            this.#raised = error;
            length = -1;
        }
        Atomics.store(head, 1, length);
        Atomics.store(head, 0, 1);
        Atomics.notify(head, 0);
    }

    async #ask(message) {
        if (this.signal?.aborted) {
            this.close(); // a worker that has nothing to do would keep node alive
            throw this.signal.reason;
        }
        // A worker that nobody waits for does not keep node alive.
        this.#worker.ref?.();
        const abort = () => this.#answered.reject(this.signal.reason);
        const answer = await new Promise((resolve, reject) => {
            this.#answered = { resolve, reject };
            this.signal?.addEventListener("abort", abort, { once: true });
            this.#worker.postMessage(message);
        }).catch((error) => {
            this.close(); // a worker that has failed, or that nobody waits for any more
            throw error;
        }).finally(() => {
            this.signal?.removeEventListener("abort", abort);
            this.#answered = null;
        });
        this.#worker.unref?.();
        if (answer.failed === undefined) return answer;
        this.close();
        throw answer.failed?.length > 0 ? errorOf(answer.failed) : new Error(answer.message);
    }

    report(texts) {
        const report = new Report(texts);
        if (this.errors.length < MAX_REPORTS) this.errors.push(report);
        this.onReport?.(report);
    }

    /** The next answer of the worker; at the end the run is closed, and what failed is thrown. */
    async next() {
        if (this.#worker === null) await this.#begin();
        const answer = await this.#ask({ next: true });
        for (const texts of answer.reports ?? []) this.report(texts);
        if (answer.totals?.length > 0) this.totals = new Totals(answer.totals);
        if (answer.status !== undefined) this.close();
        return answer;
    }

    /** Throw what the end of a run means, if it is no good one; after its last reports were taken. */
    end(status, error) {
        if (this.#raised !== null) throw this.#raised;
        if (status === 0 || status === REJECTED || status === END) return;
        const failed = errorOf(error, { totals: this.totals, errors: this.errors });
        const named = this.errors.find((report) => report.status === failed.status && !report.warning);
        throw named ? new FenmillError(named, failed.result) : failed;
    }

    close() {
        this.done = true;
        this.#worker?.terminate();
        for (const { pieces } of this.#pumps) pieces.return?.().catch?.(() => {});
    }
}

/** Convert inputs as a profile says: a ReadableStream of the bytes of its output. `result` is a promise of {totals, errors}.
 *  @param options.compress  "gz" or "zst"; @param options.onProgress  is called with the totals so far. */
export function convert(inputs, profile = null, { compress = null, onProgress = null, ...options } = {}) {
    const run = new Run("convert", inputs, { profile, ...options, output: compress === null ? "output" : `output.${compress}` });
    let settle;
    const result = new Promise((resolve, reject) => {
        settle = { resolve, reject };
    });
    result.catch(() => {}); // whoever reads the stream gets it there
    const stream = new ReadableStream({
        async pull(controller) {
            try {
                for (let taken = false; !taken; ) {
                    const answer = await run.next();
                    onProgress?.(run.totals);
                    for (const chunk of answer.chunks) controller.enqueue(chunk);
                    taken = answer.chunks.length > 0;
                    if (answer.status === undefined) continue;
                    run.end(answer.status, answer.error);
                    settle.resolve({ totals: run.totals, errors: run.errors });
                    controller.close();
                    return;
                }
            } catch (error) {
                run.close();
                settle.reject(error);
                throw error;
            }
        },
        cancel(reason) {
            run.close();
            settle.reject(reason ?? new Error("the stream was cancelled"));
        },
    }, { highWaterMark: 0 });
    stream.result = result;
    return stream;
}

/** Read and check everything, and write nothing. Resolves to {totals, errors}. */
export async function check(inputs, { profile = null, onProgress = null, ...options } = {}) {
    const run = new Run("check", inputs, { profile, ...options });
    for (;;) {
        const answer = await run.next();
        onProgress?.(run.totals);
        if (answer.status === undefined) continue;
        run.end(answer.status, answer.error);
        return { totals: run.totals, errors: run.errors };
    }
}
