#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// The program: its command line, with real files.
import { readFileSync } from "node:fs";
import { isatty } from "node:tty";
import { fileURLToPath } from "node:url";
import create from "./fenmill-program.mjs";

const profiles = fileURLToPath(new URL("profiles", import.meta.url));
await create({
    arguments: process.argv.slice(2),
    thisProgram: "fenmill",
    preRun: [
        (module) => {
            Object.assign(module.ENV, { FENMILL_PROFILES: profiles }, process.env);
            // emscripten takes all three for terminals.
            module.FS.init();
            for (const fd of [0, 1, 2]) module.FS.streams[fd].tty = isatty(fd);
        },
    ],
    wasmBinary: readFileSync(new URL("fenmill-program.wasm", import.meta.url)),
    onExit(status) {
        process.exitCode = status;
    },
}).catch((error) => {
    // How emscripten ends a program.
    if (error?.name !== "ExitStatus") throw error;
});
