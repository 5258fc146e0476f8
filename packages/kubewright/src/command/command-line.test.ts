import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ApiServer } from "@kubewright/apiserver";
import type { Command } from "commander";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { CommandHost } from "../host.ts";
import { commandTree, runCommandLine } from "./command-line.ts";

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

/** What is typed for each command. */
function commandPaths(): string[][] {
  const below = (command: Command): string[][] =>
    command.commands.flatMap((each) => [[each.name()], ...below(each).map((path) => [each.name(), ...path])]);
  return below(commandTree(new TestHost()));
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
    expect(output).toMatch(/Commands:\n\s+init [\s\S]*cluster [\s\S]*completion/);
    const [, examples = ""] = /\nExamples:\n([\s\S]*?)\n\n/.exec(output) ?? [];
    const shown = [...examples.matchAll(/^ {2}kubewright (\w+)/gm)].map(([, name]) => name);
    expect(shown).toEqual(["init", "create", "cluster", "install", "deploy"]);
  });

  test("the help of every command has examples, and says what it ends with", async () => {
    const helps = [[], ...commandPaths()].map(async (path) => {
      const { code, output, messages } = await run(...path, "--help");
      expect([path, code, messages]).toEqual([path, 0, ""]);
      expect([path, output]).toEqual([
        path,
        expect.stringMatching(/\nExamples:\n {2}[\s\S]*\nExit codes: 0 done.*; 1 .*; 2 /),
      ]);
    });
    expect((await Promise.all(helps)).length).toBeGreaterThan(15);
  });

  test("the help of a command has its flags and examples", async () => {
    const { code, output } = await run("help", "cluster");
    expect(code).toBe(0);
    expect(output).toContain("--kubeconfig <file>");
    expect(output).toContain("kubectl --kubeconfig ./kubeconfig create deployment cache");
    const { output: below } = await run("cluster", "load", "--help");
    expect(below).toContain("docker save example.com/operator:v1");
    expect((await run("help", "cluster", "load")).output).toBe(below);
  });

  test.each([
    [["clustr"], /unknown command 'clustr'\n\(Did you mean cluster\?\)\nRun "kubewright --help"/],
    [["clustr", "install"], /unknown command 'clustr'\n\(Did you mean cluster\?\)\nRun "kubewright --help"/],
    [["help", "clustr"], /unknown command 'clustr'\n\(Did you mean cluster\?\)\nRun "kubewright --help"/],
    [["create", "apy"], /unknown command 'apy'\n\(Did you mean api\?\)\nRun "kubewright help create"/],
    [["cluster", "lod"], /unknown command 'lod'\n\(Did you mean load\?\)\nRun "kubewright help cluster"/],
    [
      ["cluster", "--kubeconfig", "load", "laod", "operator.tar"],
      /unknown command 'laod'\n\(Did you mean load\?\)\nRun "kubewright /,
    ],
    [["help", "cluster", "lod"], /unknown command 'lod'\n\(Did you mean load\?\)\nRun "kubewright help cluster"/],
    [["cluster", "extra"], /unknown command 'extra'\nRun "kubewright help cluster"/],
    [["cluster", "--", "--help"], /unknown command '--help'\nRun "kubewright help cluster"/],
    [["create", "webhook"], /^error: kubewright has no "create webhook": .* Instead:\n {2}kubewright manifests -w /],
    [["cluster", "--prot", "1"], /unknown option '--prot'\n\(Did you mean --port\?\)\nRun "kubewright help cluster"/],
    [
      ["run", "--leader-elect"],
      /unknown option '--leader-elect'\nFlags of the operator go after --, as in: kubewright run -- /,
    ],
    [["cluster", "--port", "70000"], /'--port <port>'.* '70000' is invalid. A port is a number from 0 to 65535/],
    [["cluster", "--output", "xml"], /Allowed choices are text, json/],
    [["cluster", "--nodes", "17"], /there are at most 16 process nodes; with --node simulated there can be more/],
    [["cluster", "load"], /missing required argument 'file'\nRun "kubewright cluster load --help"/],
    [["cluster", "load", "x", "--port", "1"], /unknown option '--port'/],
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

  test("what is not there is in no help and no completion", async () => {
    const texts = await Promise.all([run(), run("create", "--help"), run("completion", "bash")]);
    for (const { output } of texts) expect(output).not.toMatch(/\b(webhook|edit|alpha|bundle|olm|scorecard|cleanup)\b/);
  });

  test("--version prints the version", async () => {
    expect(await run("--version")).toEqual({ code: 0, output: "0.1.0\n", messages: "" });
  });

  test.each(["bash", "zsh", "fish"])("completion knows commands and flags in %s", async (shell) => {
    const { code, output } = await run("completion", shell);
    expect(code).toBe(0);
    for (const word of ["cluster", "load", "completion", "kubeconfig", "port"]) expect(output).toContain(word);
  });
});

describe("cluster", () => {
  test("says how to use the server, serves until it is interrupted, and leaves no file", async () => {
    const host = new TestHost();
    const file = join(folder, "kubeconfig");
    host.onOutput = (text) => {
      expect(text).toMatch(/\nReady: Kubernetes API at https:\/\/127\.0\.0\.1:\d+, 1 process node\. Ctrl-C.*\n$/);
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
      nodes: { type: "process", count: 1 },
      memcached: expect.stringMatching(/memcached$|^stand-in$/),
    });
  });

  test.each([
    [["--node", "simulated", "--nodes", "3"], "3 simulated nodes", "create deployment cache"],
    [["--node", "simulated", "--nodes", "0"], "no nodes", "get namespaces"],
    [["--node", "none"], "no nodes", "get namespaces"],
    [["--nodes", "2"], "2 process nodes", "create deployment cache"],
    [["--nodes", "0"], "no nodes", "get namespaces"],
  ])("%j has %s, and shows what works there: %s", async (args, nodes, example) => {
    const host = new TestHost();
    host.onOutput = () => host.stop.abort();
    expect(await runCommandLine(["cluster", ...args], host)).toBe(0);
    expect(host.written.join("")).toMatch(new RegExp(`\\n  kubectl ${example}[\\s\\S]*Ready: .*, ${nodes}\\.`));
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

  test("a file that cannot be written is named with what to do, and nothing is started", async () => {
    const { code, output, messages } = await run("cluster", "--kubeconfig", join(folder, "no", "such", "file"));
    expect([code, output]).toEqual([1, ""]);
    expect(messages).toMatch(
      /^error: cannot write the kubeconfig to .*no\/such\/file: there is no folder .*no\/such that takes files; make it with "mkdir -p .*no\/such", or name another file\n/,
    );
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
    expect(await readdir(folder)).toEqual([]);
    expect(messages).toMatch(
      /cannot listen on 127\.0\.0\.1 port \d+: .*EADDRINUSE.*; choose another port, or 0 for a free one/,
    );
  });
});

describe("cluster load", () => {
  /** Runs a cluster while `during` does its work. */
  async function withCluster(args: readonly string[], during: (kubeconfig: string) => Promise<void>): Promise<void> {
    const host = new TestHost();
    let work: Promise<void> | undefined;
    host.onOutput = (text) => {
      work = during((JSON.parse(text) as { kubeconfig: string }).kubeconfig).finally(() => host.stop.abort());
      work.catch(() => {});
    };
    expect(await runCommandLine(["cluster", "--output", "json", ...args], host)).toBe(0);
    await work;
  }

  async function archive(): Promise<string> {
    const digest = "d".repeat(64);
    await mkdir(join(folder, "image"));
    await writeFile(join(folder, `image/${digest}.json`), JSON.stringify({ config: { Entrypoint: ["node"] } }));
    const manifest = [{ Config: `${digest}.json`, RepoTags: ["example.com/operator:v1", "op:v2"], Layers: [] }];
    await writeFile(join(folder, "image/manifest.json"), JSON.stringify(manifest));
    execFileSync("tar", ["-cf", join(folder, "operator.tar"), "-C", join(folder, "image"), "."]);
    return join(folder, "operator.tar");
  }

  test("makes the images of an archive runnable, and names them", async () => {
    await archive();
    await writeFile(join(folder, "notes.txt"), "no archive");
    await withCluster([], async (kubeconfig) => {
      const load = (...args: string[]) => run("cluster", "load", ...args, "--kubeconfig", kubeconfig);
      expect(await load("operator.tar")).toEqual({
        code: 0,
        output: "Loaded example.com/operator:v1\nLoaded op:v2\n",
        messages: "",
      });
      expect(JSON.parse((await load("operator.tar", "-o", "json")).output)).toEqual({
        references: ["example.com/operator:v1", "op:v2"],
      });
      const other = await load("notes.txt");
      expect(other.code).toBe(1);
      expect(other.messages).toMatch(/^error: cannot load .*notes\.txt: the archive is no tar file/);
    });
  });

  test("says so where nothing could run an image", async () => {
    const file = await archive();
    await withCluster(["--node", "none"], async (kubeconfig) => {
      expect(await run("cluster", "load", file, "--kubeconfig", kubeconfig)).toEqual({
        code: 1,
        output: "",
        messages: "error: the cluster has no process nodes, so that nothing could run an image\n",
      });
    });
  });

  test("tells a cluster that ended from one of another kind", async () => {
    const file = await archive();
    const server = await ApiServer.start();
    await server.listen();
    await writeFile(join(folder, "kubeconfig"), server.kubeconfig());
    await writeFile(join(folder, "somebody"), server.kubeconfig({ user: "somebody" }));
    const load = (kubeconfig: string) => run("cluster", "load", file, "--kubeconfig", kubeconfig);
    try {
      expect((await load("kubeconfig")).messages).toMatch(/^error: https:.* is no cluster of "kubewright cluster"/);
      expect((await load("somebody")).messages).toMatch(/^error: https:.* does not let you load images: .*somebody/);
    } finally {
      await server.close();
    }
    expect((await load("kubeconfig")).messages).toMatch(
      /^error: no cluster runs at https:.*: start one with "kubewright cluster"/,
    );
  });

  test("names what is not there", async () => {
    expect((await run("cluster", "load", "no.tar")).messages).toBe(
      `error: cannot load ${join(folder, "no.tar")}: there is no such file\n`,
    );
    expect((await run("cluster", "load", ".")).messages).toMatch(/it is a folder/);
    const { code, messages } = await run("cluster", "load", await archive(), "--kubeconfig", "nowhere");
    expect(code).toBe(1);
    expect(messages).toMatch(/nowhere[\s\S]*Start a cluster with "kubewright cluster"/);
  });
});
