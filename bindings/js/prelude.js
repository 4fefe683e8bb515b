// SPDX-License-Identifier: MIT
// What emscripten's code expects of node, which a module does not have.
const inNode = typeof process === "object" && Boolean(process.versions?.node);
const require = inNode ? (await import("node:module")).createRequire(import.meta.url) : undefined;
const __dirname = ".";
