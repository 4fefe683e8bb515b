// SPDX-License-Identifier: MIT
// The page: files and a task in, progress, counts, faults and the result out. make.mjs puts run.mjs before it.
import { check, convert, place } from "../run.mjs";

const PART_BYTES = globalThis.fenmillPart ?? 256 * 1024 * 1024; // bytes of a part of the result, where there is no file picker
const BLOB_BYTES = 8 * 1024 * 1024; // bytes that are handed to the browser as a Blob, which it may keep on the disk
const SHOWN = 20; // faults that are listed
const SHOW_EVERY_MS = 100;
const at = (id) => document.getElementById(id);
const number = new Intl.NumberFormat("en");

// The module, out of this file.

place.worker = async () => {
    const url = URL.createObjectURL(new Blob([at("worker").textContent], { type: "text/javascript" }));
    return new Worker(url);
};

async function unpack() {
    const packed = Uint8Array.from(atob(at("wasm").textContent.trim()), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Tasks.

const plainName = (name) => name.replace(/\.(gz|zst|bz2|xz|zip)$/i, "");
const endingOf = (name) => (/\.(epd|fen)$/i.exec(plainName(name)) ?? ["", "pgn"])[1].toLowerCase();

/** The profile, ending of the result's name, for a task; null: nothing is written. */
function taskOf(name, file) {
    const list = endingOf(file);
    switch (name) {
        case "classic":
            return { profile: { "games.class": "classic", "output.format": "pgn" }, ending: "pgn" };
        case "fen":
            return { profile: { "output.format": "fen" }, ending: "fen" };
        case "epd":
            return { profile: { "output.format": "epd" }, ending: "epd" };
        case "dialect":
            return { profile: { "output.format": list, "output.castling": at("castling").value }, ending: list };
        default:
            return null;
    }
}

// Files.

let files = [];

function choose(list) {
    files = [...list];
    const bytes = files.reduce((sum, file) => sum + file.size, 0);
    at("chosen").textContent = files.length === 0 ? "" : `${files.map((file) => file.name).join(", ")}: ${size(bytes)}`;
}

const size = (bytes) =>
    bytes < 1e6 ? `${number.format(Math.ceil(bytes / 1e3))} kB` : bytes < 1e9 ? `${number.format(Math.round(bytes / 1e5) / 10)} MB` : `${number.format(Math.round(bytes / 1e7) / 100)} GB`;

at("files").addEventListener("change", (event) => choose(event.target.files));
for (const name of ["dragenter", "dragover", "dragleave", "drop"])
    document.addEventListener(name, (event) => {
        event.preventDefault();
        document.body.classList.toggle("over", name === "dragenter" || name === "dragover");
        if (name === "drop" && event.dataTransfer.files.length > 0) choose(event.dataTransfer.files);
    });

// What is shown.

let shown = 0;
function showTotals(totals, now = false) {
    if (!now && Date.now() - shown < SHOW_EVERY_MS) return;
    shown = Date.now();
    const all = files.reduce((sum, file) => sum + file.size, 0);
    at("progress").value = all === 0 ? 1 : Math.min(totals.rawBytes / all, 1);
    const rows = [
        ["Games and records read", totals.games], ["Kept", totals.kept], ["Not selected", totals.unselected], ["Rejected", totals.rejected],
        ["Moves played", totals.plies], ["Records written", totals.records], ["Games written", totals.gamesWritten],
        ...Object.entries(totals.byClass).map(([name, count]) => [`Class ${name}`, count]),
        ...Object.entries(totals.byReason).map(([name, count]) => [`Reason ${name}`, count]),
    ];
    at("counts").tBodies[0].replaceChildren(...rows.filter(([, count], i) => i < 4 || count > 0).map(([name, count]) => {
        const row = document.createElement("tr");
        const head = document.createElement("th");
        head.scope = "row";
        head.textContent = name;
        row.append(head);
        row.insertCell().textContent = number.format(count);
        return row;
    }));
}

const PIECES = { k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟", K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘", P: "♙" };

function boardOf(fen) {
    const ranks = fen.split(" ")[0].split("/").map((rank) => rank.replace(/\d+/g, (n) => " ".repeat(Number(n))));
    const board = document.createElement("div");
    board.className = "board";
    board.setAttribute("role", "img");
    board.setAttribute("aria-label", `Position before the move at fault: ${fen}`);
    board.style.gridTemplateColumns = `repeat(${ranks[0].length}, 1fr)`;
    ranks.forEach((rank, y) => [...rank].forEach((letter, x) => {
        const square = document.createElement("span");
        if ((x + y) % 2 === 1) square.className = "dark";
        // The variation selector keeps pawns from being drawn as coloured pictures.
        square.textContent = letter === " " ? "" : PIECES[letter] ? PIECES[letter] + "\uFE0E" : letter;
        board.append(square);
    }));
    return board;
}

let faults = 0;
function showReport(report) {
    if (report.status === "ok") return;
    faults++;
    at("faults").hidden = false;
    at("fault-note").textContent = faults > SHOWN ? `The first ${SHOWN} of ${number.format(faults)}:` : "";
    if (faults > SHOWN) return;
    const item = document.createElement("li");
    item.append(report.text);
    if (report.position) item.append(boardOf(report.position));
    at("fault-list").append(item);
}

// Where the result goes: a file of the picker, or parts to be saved.

function partsOf(name) {
    let pieces = [], held = [], bytes = 0, heldBytes = 0, count = 0;
    const hand = () => {
        pieces.push(new Blob(held));
        held = [];
        heldBytes = 0;
    };
    const save = (last) => {
        hand();
        count++;
        const link = document.createElement("a");
        link.href = URL.createObjectURL(new Blob(pieces));
        link.download = last && count === 1 ? name : `${name}.${String(count).padStart(3, "0")}`;
        link.textContent = `Save ${link.download} (${size(bytes)})`;
        const item = document.createElement("li");
        item.append(link);
        at("saved").append(item);
        pieces = [];
        bytes = 0;
    };
    return {
        async write(chunk) {
            for (let from = 0; from < chunk.length; ) {
                const part = chunk.subarray(from, from + PART_BYTES - bytes);
                held.push(part);
                bytes += part.length;
                heldBytes += part.length;
                from += part.length;
                if (heldBytes >= BLOB_BYTES) hand();
                if (bytes === PART_BYTES) save(false);
            }
        },
        async close() {
            if (bytes > 0 || count === 0) save(true);
            if (count < 2) return;
            const item = document.createElement("li");
            item.textContent = `Parts are put together by “cat ${name}.* > ${name}”, on Windows by “copy /b ${name}.001 + ${name}.002 ... ${name}”.`;
            at("saved").append(item);
        },
        async abort() {},
    };
}

/** To be called while the click of Start counts; null: the user has cancelled. */
async function target(name) {
    if (!globalThis.showSaveFilePicker) return partsOf(name);
    try {
        return await (await showSaveFilePicker({ suggestedName: name })).createWritable();
    } catch (error) {
        if (error.name === "AbortError") return null;
        return partsOf(name); // the browser does not allow it here
    }
}

// A run.

let stop = null;

async function start() {
    const task = taskOf(new FormData(at("form")).get("task"), files[0].name);
    const compress = at("compress").checked ? "gz" : null;
    const name = task && `${plainName(files[0].name).replace(/\.\w+$/, "")}-fenmill.${task.ending}${compress ? ".gz" : ""}`;
    const to = task && (await target(name));
    if (task && to === null) return "Cancelled: nothing was read.";
    at("result").hidden = false;
    const options = { onReport: showReport, onProgress: showTotals };
    if (task === null) {
        const abort = new AbortController();
        stop = () => abort.abort(new Error("stopped"));
        const { totals } = await check(files, { ...options, warnings: true, signal: abort.signal });
        showTotals(totals, true);
        at("progress").value = 1; // also where members of an archive were passed over
        return faults === 0 ? "Nothing is wrong." : `Done: ${number.format(faults)} reports.`;
    }
    const stream = convert(files, task.profile, { ...options, compress });
    const reader = stream.getReader();
    stop = () => reader.cancel(new Error("stopped"));
    try {
        for (let read; !(read = await reader.read()).done; ) await to.write(read.value);
        const { totals } = await stream.result;
        await to.close();
        showTotals(totals, true);
        at("progress").value = 1;
    } catch (error) {
        await to.abort().catch(() => {});
        throw error;
    }
    return `Done: ${name}`;
}

at("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    if (files.length === 0) {
        at("chosen").textContent = "Choose a file first.";
        at("files").focus();
        return;
    }
    faults = 0;
    for (const id of ["saved", "fault-list"]) at(id).replaceChildren();
    at("counts").tBodies[0].replaceChildren();
    at("faults").hidden = true;
    at("start").disabled = true;
    at("stop").disabled = false;
    at("state").textContent = "Working …";
    try {
        place.wasm ??= await unpack();
        at("state").textContent = await start();
    } catch (error) {
        at("result").hidden = false;
        at("state").textContent = error.message === "stopped" ? "Stopped: there is no result." : `It failed: ${error.message}`;
    }
    at("start").disabled = false;
    at("stop").disabled = true;
});
at("stop").addEventListener("click", () => stop?.());
