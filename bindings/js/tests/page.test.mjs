// SPDX-License-Identifier: MIT
// The page in Chromium, opened from the disk: drop, run, compare the bytes.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { built, farArchive, folder, generated, native, other } from "./common.mjs";

const puppeteer = await other("puppeteer-core");
const chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((name) => existsSync(name));
const skip = (puppeteer === null && "puppeteer-core is not in FENMILL_NODE_MODULES") || (chromium === undefined && "Chromium is not here");
const pictures = process.env.FENMILL_PICTURES; // a folder for screenshots
const downloads = join(folder, "downloads");
let browser;

before(async () => {
    if (skip) return;
    mkdirSync(downloads);
    browser = await puppeteer.default.launch({ executablePath: chromium, headless: true, args: ["--no-sandbox"] });
});
after(() => browser?.close());

/** The page, with what a test changes in it before its own scripts run. */
async function opened(prepare = () => { delete window.showSaveFilePicker; }, ...given) {
    const page = await browser.newPage();
    page.requests = [];
    page.on("request", (request) => page.requests.push(request.url()));
    page.on("pageerror", (error) => assert.fail(`in the page: ${error}`));
    const session = await page.createCDPSession();
    await session.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: downloads });
    await page.evaluateOnNewDocument(prepare, ...given);
    await page.goto(pathToFileURL(join(built, "fenmill.html")));
    return page;
}

async function run(page, files, task, { compress = false, wait = true } = {}) {
    await (await page.$("#files")).uploadFile(...files);
    await page.click(`input[value="${task}"]`);
    if (compress) await page.click("#compress");
    await page.click("#start");
    if (wait) await page.waitForFunction(() => /^(Done|Nothing|Stopped|It failed|Cancelled)/.test(document.getElementById("state").textContent), { timeout: 30000 });
    return page.$eval("#state", (state) => state.textContent);
}

async function saved(page) {
    const parts = [];
    for (const link of await page.$$("#saved a")) {
        const name = await link.evaluate((one) => one.download);
        await link.click();
        for (let tries = 0; !existsSync(join(downloads, name)) && tries < 100; tries++) await new Promise((resolve) => setTimeout(resolve, 100));
        parts.push(readFileSync(join(downloads, name)));
        writeFileSync(join(downloads, name), "");
        spawnSync("rm", [join(downloads, name)]);
    }
    return Buffer.concat(parts);
}

const games = generated("standard", 2000);
const mixed = join(folder, "mixed.pgn");

test("each task writes the bytes of the program", { skip }, async () => {
    const chess960 = generated("chess960", 200);
    writeFileSync(mixed, Buffer.concat([readFileSync(generated("standard", 100)), readFileSync(chess960)]));
    const tasks = [
        ["classic", mixed, ["-f", "pgn", "--class", "classic"]], ["fen", games, ["-f", "fen"]], ["epd", mixed, ["-f", "epd"]],
        ["dialect", chess960, ["-f", "pgn", "--castling", "xfen"]],
    ];
    for (const [task, name, options] of tasks) {
        const page = await opened();
        assert.match(await run(page, [name], task), /^Done/, task);
        assert.ok((await saved(page)).equals(native("convert", ...options, name)), task);
        assert.ok(page.requests.every((url) => /^(file|blob|data):/.test(url)), page.requests.join(" "));
        await page.close();
    }
});

test("compressed files are read, the result is compressed, in parts where it is large", { skip }, async () => {
    const packed = join(folder, "games.pgn.gz");
    writeFileSync(packed, gzipSync(readFileSync(games)));
    const page = await opened(() => { delete window.showSaveFilePicker; window.fenmillPart = 1000000; });
    assert.match(await run(page, [packed], "fen"), /^Done/);
    assert.ok((await page.$$("#saved a")).length > 5);
    assert.ok((await saved(page)).equals(native("convert", "-f", "fen", games)));
    assert.match(await run(page, [packed], "fen", { compress: true }), /^Done/);
    const bytes = await saved(page);
    writeFileSync(join(folder, "page.fen.gz"), bytes);
    assert.ok(spawnSync("gzip", ["-dc", join(folder, "page.fen.gz")], { maxBuffer: 1 << 30 }).stdout.equals(native("convert", "-f", "fen", games)));
    await page.close();
});

test("dropped files go to the file that the picker gives", { skip }, async () => {
    const page = await opened(() => {
        window.written = [];
        window.showSaveFilePicker = async ({ suggestedName }) => ({
            createWritable: async () => ({ write: async (chunk) => { window.written.push(new TextDecoder("latin1").decode(chunk)); }, close: async () => { window.finished = suggestedName; }, abort: async () => {} }),
        });
    });
    await page.evaluate((text) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text], "dropped.pgn"));
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }, readFileSync(games, "latin1"));
    assert.match(await page.$eval("#chosen", (chosen) => chosen.textContent), /^dropped\.pgn/);
    await page.click('input[value="fen"]');
    await page.click("#start");
    await page.waitForFunction(() => window.finished, { timeout: 60000 });
    assert.equal(await page.evaluate(() => window.finished), "dropped-fenmill.fen");
    assert.ok(Buffer.from(await page.evaluate(() => window.written.join("")), "latin1").equals(native("convert", "-f", "fen", games)));
    await page.close();
});

const broken = '[White "Hazel, Hal"]\n[Black "Iris, Ida"]\n\n1. e4 e5 2. Nd4 *\n\n[Event "?"]\n\n1. d4 d5 2. c4 e6 3. Ke3 *\n\n[Event "?"]\n\n1. c4 *\n';

test("what is wrong has its place and its board", { skip }, async () => {
    const name = join(folder, "broken.pgn");
    writeFileSync(name, broken);
    const page = await opened();
    assert.match(await run(page, [name], "check"), /^Done/);
    const faults = await page.$$eval("#fault-list > li", (items) => items.map((item) => [item.firstChild.textContent, item.querySelectorAll(".board span").length]));
    const illegal = faults.filter(([text]) => /Nd4|Ke3/.test(text));
    assert.equal(illegal.length, 2);
    assert.match(illegal[0][0], /^broken\.pgn:4:13: game 1 \(Hazel, Hal - Iris, Ida\).*Nd4.*knight/);
    assert.equal(illegal[0][1], 64);
    assert.match(await page.$eval("#counts", (table) => table.innerText), /Rejected\s+2/);
    await page.close();
});

test("an archive of more than 4 GB is read from where its games are", { skip }, async () => {
    const page = await opened();
    assert.match(await run(page, [farArchive(Buffer.from(broken))], "check"), /^Done/);
    assert.match(await page.$eval("#fault-list", (list) => list.innerText), /far\.zip\/games\.pgn:4:13: game 1/);
    assert.match(await page.$eval("#chosen", (chosen) => chosen.textContent), /4\.3 GB/);
    assert.equal(await page.$eval("#progress", (progress) => progress.value), 1);
    await page.close();
});

// As much as FENMILL_GIGABYTES says, in blocks of another size than those of the program; memory is that of the page and its worker.
const gigabytes = Number(process.env.FENMILL_GIGABYTES ?? 0.05);
test("much is streamed in bounded memory, with progress", { skip }, async () => {
    const name = join(folder, "much.pgn"), bytes = readFileSync(games), times = Math.ceil((gigabytes * 1e9) / bytes.length);
    writeFileSync(name, "");
    for (let i = 0; i < times; i++) appendFileSync(name, bytes);
    const page = await opened(() => {
        window.taken = 0;
        window.showSaveFilePicker = async () => ({ createWritable: async () => ({ write: async (chunk) => { window.taken += chunk.length; }, close: async () => {}, abort: async () => {} }) });
    });
    await run(page, [name], "classic", { wait: false });
    const seen = [];
    let memory = 0;
    for (let state = "Working"; !/^(Done|It failed)/.test(state); state = await page.$eval("#state", (one) => one.textContent)) {
        seen.push(await page.$eval("#progress", (progress) => progress.value));
        memory = Math.max(memory, (await page.metrics()).JSHeapTotalSize);
        await new Promise((resolve) => setTimeout(resolve, 100));
    }
    assert.match(await page.$eval("#state", (state) => state.textContent), /^Done/);
    assert.ok(seen.every((value, i) => i === 0 || value >= seen[i - 1]) && seen.some((value) => value > 0 && value < 1), seen.join(" "));
    assert.equal(await page.evaluate(() => window.taken), times * native("convert", "-f", "pgn", "--class", "classic", games).length);
    assert.ok(memory < 64e6, String(memory));
    rmSync(name);
    await page.close();
});

test("a run can be stopped, and the next one begins anew", { skip }, async () => {
    const page = await opened();
    const large = join(folder, "large.pgn");
    writeFileSync(large, Buffer.concat(Array(20).fill(readFileSync(games))));
    await run(page, [large], "fen", { wait: false });
    await page.waitForFunction(() => document.getElementById("progress").value > 0);
    await page.click("#stop");
    await page.waitForFunction(() => /^Stopped/.test(document.getElementById("state").textContent));
    assert.match(await run(page, [games], "check"), /^(Done|Nothing)/);
    await page.close();
});

test("it works by keyboard alone", { skip }, async () => {
    const page = await opened();
    await (await page.$("#files")).uploadFile(games);
    const reached = [];
    for (let i = 0; i < 12; i++) {
        await page.keyboard.press("Tab");
        const id = await page.evaluate(() => document.activeElement.id || document.activeElement.value);
        reached.push(id);
        if (id === "classic") await page.keyboard.press("ArrowDown");
        if (id === "start") break;
    }
    assert.deepEqual(reached.filter((id) => id === "files" || id === "compress" || id === "start"), ["files", "compress", "start"]);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => /^Done/.test(document.getElementById("state").textContent), { timeout: 60000 });
    assert.ok((await saved(page)).equals(native("convert", "-f", "fen", games)));
    await page.close();
});

const axe = await other("axe-core");
test("axe-core finds nothing, in light and dark, on a narrow screen, which nothing leaves", { skip: skip || (axe === null && "axe-core is not in FENMILL_NODE_MODULES") }, async () => {
    const name = join(folder, "broken.pgn");
    writeFileSync(name, broken);
    for (const scheme of ["light", "dark"])
        for (const width of [400, 1000]) {
            const page = await opened();
            await page.setViewport({ width, height: 900 });
            await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
            await run(page, [name], "check");
            await page.evaluate(axe.default.source);
            const found = await page.evaluate(async () => (await window.axe.run()).violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(" ")}`));
            assert.deepEqual(found, [], `${scheme} ${width}`);
            assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `${width} wide`);
            if (pictures) await page.screenshot({ path: join(pictures, `${scheme}-${width}.png`), fullPage: true });
            await page.close();
        }
});
