import { execFile, execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { eventually } from "@kubewright/testing";
import { expect, test } from "vitest";

const program = fileURLToPath(new URL("../bin/kubewright.mjs", import.meta.url));

/** A terminal with a program in it. */
class Terminal implements AsyncDisposable {
  readonly #socket: string;

  constructor(folder: string, command: string) {
    this.#socket = join(folder, "..", `${folder.split("-").at(-1)}.tmux`);
    // It stays when the program has ended, so that its last words can be read.
    const shell = `cd ${folder} && ${command}; echo "ended with $?"; read -r _`;
    const size = ["-x", "110", "-y", "60"];
    execFileSync("tmux", ["-S", this.#socket, "-f", "/dev/null", "new-session", "-d", ...size, "sh", "-c", shell]);
  }

  type(...keys: string[]): Promise<string> {
    return this.#tmux("send-keys", ...keys);
  }

  /** What the screen shows, as soon as it ends with this text. */
  async shows(text: string | RegExp): Promise<string> {
    return await eventually(async () => {
      const screen = (await this.#tmux("capture-pane", "-p")).trimEnd();
      expect(screen).toMatch(text);
      return screen;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#tmux("kill-server");
    await rm(this.#socket, { force: true });
  }

  #tmux(...args: string[]): Promise<string> {
    return new Promise((resolve) => {
      execFile("tmux", ["-S", this.#socket, ...args], (_, stdout) => resolve(stdout));
    });
  }
}

function hasTmux(): boolean {
  try {
    execFileSync("tmux", ["-V"]);
    return true;
  } catch {
    return false;
  }
}

test.skipIf(!hasTmux())("init asks at a terminal: defaults, mistakes and all", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kubewright-terminal-"));
  try {
    await using terminal = new Terminal(folder, `${process.execPath} ${program} init`);
    await terminal.shows(/^Name of the project \[kubewright-terminal-\w+\]:$/);
    await terminal.type("Bad Name", "Enter");
    await terminal.shows(/"Bad Name": it is small letters, digits and -[\s\S]*Name of the project \[.*\]:$/);
    await terminal.type("cache", "Enter");
    await terminal.shows(/Domain of your API groups \[my\.domain\]:$/);
    await terminal.type("example.com", "Enter");
    await terminal.shows(/Where it lives, as github\.com\/example\/operator \[cache\]:$/);
    await terminal.type("Enter");
    await terminal.shows(/Who has the copyright \(may be empty\):$/);
    await terminal.type("The Example Authors", "Enter");
    await terminal.shows(/License of your code \(apache2, none\) \[apache2\]:$/);
    await terminal.type("Enter");
    const screen = await terminal.shows(/ended with 0$/);
    expect(screen).toContain("created   src/main.ts");
    expect(screen).toMatch(/Next:\n {2}npm install\n {2}npx kubewright create api --group cache/);
    expect(await readFile(join(folder, "PROJECT"), "utf8")).toContain("domain: example.com\n");
    expect(await readFile(join(folder, "src/main.ts"), "utf8")).toMatch(/^\/\/ Copyright The Example Authors\n/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test.skipIf(!hasTmux())("Ctrl-C at a question ends init, and nothing is written", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kubewright-terminal-"));
  try {
    await using terminal = new Terminal(folder, `${process.execPath} ${program} init`);
    await terminal.shows(/^Name of the project/);
    await terminal.type("C-c");
    await terminal.shows(/error: stopped; nothing was written\nended with 1$/);
    await expect(readFile(join(folder, "PROJECT"))).rejects.toThrow("ENOENT");
  } finally {
    await rm(folder, { recursive: true });
  }
});
