// SPDX-License-Identifier: MIT
// The WebAssembly module and its border: texts go in as UTF-8, results come out as one string, cut at a separator (native.c).

const SEPARATOR = "\x1E";
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Engine {
    constructor(module) {
        this.module = module;
    }

    /** Call a function of native.c with numbers and texts: a text is passed as address and length, or, as `{name}`, with a
     *  final NUL. What it puts is then in texts(). */
    call(name, ...given) {
        const module = this.module;
        const memory = [];
        const values = [];
        const copy = (text) => {
            const bytes = encoder.encode(text + "\0");
            const at = module._malloc(bytes.length);
            module.HEAPU8.set(bytes, at);
            memory.push(at);
            values.push(at);
            return bytes.length - 1;
        };
        for (const value of given) {
            if (typeof value === "string") values.push(copy(value));
            else if (value !== null && typeof value === "object") copy(value.name);
            else values.push(Number(value ?? 0));
        }
        module._js_clear();
        try {
            return module["_" + name](...values);
        } finally {
            for (const at of memory) module._free(at);
        }
    }

    /** What the last call has put, as one string. */
    text() {
        const length = this.module._js_out_length();
        const at = this.module._js_out();
        return decoder.decode(this.module.HEAPU8.subarray(at, at + length));
    }

    texts() {
        const parts = this.text().split(SEPARATOR);
        parts.pop();
        return parts;
    }
}

/** The bytes of a file of the package. */
export async function packaged(name) {
    const url = new URL(name, import.meta.url);
    if (url.protocol !== "file:") return new Uint8Array(await (await fetch(url)).arrayBuffer());
    const { readFile } = await import("node:fs/promises");
    return readFile(url);
}
