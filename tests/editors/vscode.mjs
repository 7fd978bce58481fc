// A real Visual Studio Code (code-server) with the packaged extension, in a browser without a screen: a squiggle, an inlay
// hint, and a quick fix that changes the file.
//   OFFCY=... node vscode.mjs NODE_MODULES EXTENSION.vsix CHROMIUM

import { execFileSync, spawn } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const [modules, extension, chromium] = process.argv.slice(2).map((path) => resolve(path));
const puppeteer = createRequire(join(modules, "x.js"))("puppeteer-core");
const PATIENCE = 120_000;

const folder = mkdtempSync(join(tmpdir(), "offcy-vscode-"));
const [workspace, data, extensions] = ["workspace", "data", "extensions"].map((name) => join(folder, name));
mkdirSync(join(data, "User"), { recursive: true });
mkdirSync(workspace);
const file = join(workspace, "sample.pyx");
copyFileSync(join(dirname(fileURLToPath(import.meta.url)), "sample.pyx"), file);
const settings = {
  "offcy.path": process.env.OFFCY,
  "offcy.directives": { "warn.undeclared": true },
  "editor.inlayHints.enabled": "on",
  "editor.lightbulb.enabled": "on",
  "files.autoSave": "off",
  "security.workspace.trust.enabled": false,
  "workbench.startupEditor": "none",
};
writeFileSync(join(data, "User", "settings.json"), JSON.stringify(settings));

const program = join(modules, "code-server", "out", "node", "entry.js");
const common = ["--user-data-dir", data, "--extensions-dir", extensions];
execFileSync(process.execPath, [program, ...common, "--install-extension", extension], { stdio: "inherit" });
const port = await new Promise((found) => {
  const probe = createServer().listen(0, "127.0.0.1", () => {
    const { port } = probe.address();
    probe.close(() => found(port));
  });
});
const quiet = ["--auth", "none", "--disable-telemetry", "--disable-update-check", "--disable-workspace-trust"];
const server = spawn(process.execPath, [program, ...common, ...quiet, "--bind-addr", `127.0.0.1:${port}`, workspace], {
  stdio: ["ignore", "pipe", "inherit"],
});
const listens = new Promise((ready) => server.stdout.on("data", (text) => /HTTP server listening/.test(text) && ready()));

let browser;
try {
  await listens;
  browser = await puppeteer.launch({ executablePath: chromium, args: ["--no-sandbox", "--disable-gpu"], protocolTimeout: PATIENCE });
  const page = await browser.newPage();
  await page.setViewport({ width: 1400, height: 900 });
  await page.goto(`http://127.0.0.1:${port}/?folder=${workspace}`, { timeout: PATIENCE });
  const press = async (modifier, key) => {
    await page.keyboard.down(modifier);
    await page.keyboard.press(key);
    await page.keyboard.up(modifier);
  };
  const text = () => page.$eval(".monaco-editor .view-lines", (lines) => lines.innerText.replaceAll("\u00a0", " "));
  const until = async (what, is) => {
    const end = Date.now() + PATIENCE;
    for (;;) {
      const found = await is().catch(() => undefined);
      if (found) return found;
      if (Date.now() > end) {
        await page.screenshot({ path: join(tmpdir(), "offcy-vscode.png") });
        throw new Error(`waited in vain for ${what}; see ${join(tmpdir(), "offcy-vscode.png")}`);
      }
      await new Promise((later) => setTimeout(later, 100));
    }
  };
  const reads = (what, part) => until(what, async () => (await text()).includes(part));

  await page.waitForSelector(".monaco-workbench .explorer-folders-view", { timeout: PATIENCE });
  const entry = await until("the file in the list", () => page.$(".explorer-folders-view .monaco-list-row[aria-label*='sample.pyx']"));
  await entry.click({ count: 2 });
  await reads("the file", "def wrong():");

  await until("a squiggle", () => page.$(".squiggly-error"));
  await reads("an inlay hint", "X: to, D: from if ");
  const colours = await page.$$eval(".view-line span span", (spans) => new Set(spans.map((span) => span.className)).size);
  if (colours < 4) throw new Error(`nothing is highlighted: ${colours} sorts of text`);

  const line = await until("the loop", async () => {
    for (const line of await page.$$(".monaco-editor .view-line")) {
      if ((await line.evaluate((line) => line.innerText)).includes("turn\u00a0in")) return line;
    }
  });
  await line.click({ offset: { x: 60, y: 8 } });
  await until("the advice", () => page.$(".squiggly-info"));
  await press("Control", ".");
  const fix = await until("the fix", async () => {
    for (const row of await page.$$(".action-widget .monaco-list-row")) {
      if ((await row.evaluate((row) => row.innerText)).includes("keep `x` on the device")) return row;
    }
  });
  await fix.click();
  await reads("the fixed text", "with device({x: 'tofrom'}):");
  await until("the advice to go", async () => !(await page.$(".squiggly-info")));
  await press("Control", "s");
  const fixed = "    with device({x: 'tofrom'}):\n        for turn in range(rounds):\n";
  await until("the saved file", async () => readFileSync(file, "utf8").includes(fixed));
  console.log("vscode: a squiggle, an inlay hint, highlighting, and a fix that changes the file");
} finally {
  await browser?.close();
  server.kill();
  await new Promise((ended) => (server.exitCode === null ? server.once("exit", ended) : ended()));
  rmSync(folder, { recursive: true, force: true });
}
