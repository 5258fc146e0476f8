import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { CommandHost } from "../host.ts";
import { runCommandLine } from "./command-line.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "kubewright-command-"));
});
afterEach(() => rm(folder, { recursive: true }));

class TestHost implements CommandHost {
  readonly written: string[] = [];
  readonly said: string[] = [];
  readonly env = {};
  readonly folder = folder;
  readonly temporaryFolder = folder;
  readonly processId = 7;
  readonly stop = new AbortController();
  readonly interrupted = this.stop.signal;
  /** Called for each text that goes to the output. */
  onOutput: (text: string) => void = () => {};
  readonly output = {
    isTerminal: false,
    write: (text: string): void => {
      this.written.push(text);
      this.onOutput(text);
    },
  };
  readonly messages = { isTerminal: false, write: (text: string): void => void this.said.push(text) };
}

async function run(...args: string[]): Promise<{ code: number; output: string; messages: string }> {
  const host = new TestHost();
  const code = await runCommandLine(args, host);
  return { code, output: host.written.join(""), messages: host.said.join("") };
}

describe("the command line", () => {
  test.each([[["--help"]], [["help"]], [[]]])("%j lists the commands with examples", async (args) => {
    const { code, output, messages } = await run(...args);
    expect([code, messages]).toEqual([0, ""]);
    expect(output).toMatch(/Commands:\n\s+cluster [\s\S]*completion/);
    if (args.length > 0) expect(output).toContain("Examples:");
  });

  test("the help of a command has its flags and examples", async () => {
    const { code, output } = await run("help", "cluster");
    expect(code).toBe(0);
    expect(output).toContain("--kubeconfig <file>");
    expect(output).toContain("kubectl --kubeconfig ./kubeconfig create deployment web");
  });

  test.each([
    [["clustr"], /unknown command 'clustr'\n\(Did you mean cluster\?\)\nRun "kubewright --help"/],
    [["cluster", "--prot", "1"], /unknown option '--prot'\n\(Did you mean --port\?\)\nRun "kubewright help cluster"/],
    [["cluster", "--port", "70000"], /'--port <port>'.* '70000' is invalid. A port is a number from 0 to 65535/],
    [["cluster", "--output", "xml"], /Allowed choices are text, json/],
    [["cluster", "extra"], /too many arguments/],
    [["cluster", "--nodes", "many"], /A count of nodes is a number from 0 to 10000/],
    [
      ["cluster", "--controllers", "*,-job-controller"],
      /there is no "job-controller"; known are namespace-controller,/,
    ],
    [["completion", "csh"], /Allowed choices are bash, zsh, fish/],
  ])("%j is a mistake that is named", async (args, message) => {
    const { code, output, messages } = await run(...args);
    expect([code, output]).toEqual([2, ""]);
    expect(messages).toMatch(message);
  });

  test("--version prints the version", async () => {
    expect(await run("--version")).toEqual({ code: 0, output: "0.1.0\n", messages: "" });
  });

  test.each(["bash", "zsh", "fish"])("completion knows commands and flags in %s", async (shell) => {
    const { code, output } = await run("completion", shell);
    expect(code).toBe(0);
    for (const word of ["cluster", "completion", "kubeconfig", "port"]) expect(output).toContain(word);
  });
});

describe("cluster", () => {
  test("says how to use the server, serves until it is interrupted, and leaves no file", async () => {
    const host = new TestHost();
    const file = join(folder, "kubeconfig");
    host.onOutput = (text) => {
      expect(text).toMatch(/^Ready: Kubernetes API at https:\/\/127\.0\.0\.1:\d+, 1 simulated node\n/);
      expect(text).toContain(`export KUBECONFIG=${file}`);
      void stat(file).then(async ({ mode }) => {
        expect(mode & 0o777).toBe(0o600);
        expect(await readFile(file, "utf8")).toContain("current-context: kubewright");
        host.stop.abort();
      });
    };
    expect(await runCommandLine(["cluster", "--kubeconfig", "kubeconfig"], host)).toBe(0);
    await expect(stat(file)).rejects.toThrow("ENOENT");
  });

  test("tells scripts in JSON", async () => {
    const host = new TestHost();
    host.onOutput = () => host.stop.abort();
    expect(await runCommandLine(["cluster", "--output", "json"], host)).toBe(0);
    expect(JSON.parse(host.written.join(""))).toEqual({
      url: expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+$/),
      kubeconfig: expect.stringMatching(/kubeconfig$/),
      processId: 7,
    });
  });

  test("does not overwrite a file that is not its own, unless it is told to", async () => {
    const file = join(folder, "mine");
    await writeFile(file, "apiVersion: v1\n");
    const { code, messages } = await run("cluster", "--kubeconfig", file);
    expect(code).toBe(1);
    expect(messages).toBe(
      `error: ${file} exists and was not written by kubewright; name another file, or add --force to overwrite it\n`,
    );
    expect(await readFile(file, "utf8")).toBe("apiVersion: v1\n");
    const host = new TestHost();
    host.onOutput = () => host.stop.abort();
    expect(await runCommandLine(["cluster", "--kubeconfig", file, "--force"], host)).toBe(0);
  });

  test("a file that cannot be written is named", async () => {
    const { code, messages } = await run("cluster", "--kubeconfig", join(folder, "no", "such", "folder"));
    expect(code).toBe(1);
    expect(messages).toMatch(/cannot write the kubeconfig to .*no\/such\/folder: ENOENT/);
  });

  test("a port that is taken is named, with what to do", async () => {
    const host = new TestHost();
    let second: Promise<{ code: number; messages: string }> | undefined;
    host.onOutput = (text) => {
      const port = /127\.0\.0\.1:(\d+)/.exec(text)?.[1];
      second = run("cluster", "--port", port!).finally(() => host.stop.abort());
    };
    await runCommandLine(["cluster"], host);
    const { code, messages } = (await second)!;
    expect(code).toBe(1);
    expect(messages).toMatch(
      /cannot listen on 127\.0\.0\.1 port \d+: .*EADDRINUSE.*; choose another port, or 0 for a free one/,
    );
  });
});
