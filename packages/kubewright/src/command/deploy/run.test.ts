import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CommandHost } from "../../host.ts";
import { runCommandLine } from "../command-line.ts";

/** Answers, and no more. */
let server: Server;
let address: string;
beforeAll(async () => {
  server = createServer((_, response) => response.end("{}"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "kubewright-run-test-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function write(path: string, text: string, mode = 0o644): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
  await chmod(join(folder, path), mode);
}

async function run(
  args: string[],
  options: {
    env?: Record<string, string>;
    stop?: AbortController;
    onOutput?: (text: string, stop: AbortController) => void;
    onMessage?: (text: string, stop: AbortController) => void;
  } = {},
): Promise<{ code: number; output: string; messages: string }> {
  const said = { output: "", messages: "" };
  const { stop = new AbortController() } = options;
  const host: CommandHost = {
    output: {
      isTerminal: false,
      write: (text) => {
        said.output += text;
        options.onOutput?.(text, stop);
      },
    },
    messages: {
      isTerminal: false,
      write: (text) => {
        said.messages += text;
        options.onMessage?.(text, stop);
      },
    },
    env: { PATH: "/usr/bin:/bin", KUBECONFIG: join(folder, "kubeconfig"), ...options.env },
    folder,
    temporaryFolder: folder,
    processId: 7,
    interrupted: stop.signal,
  };
  return { code: await runCommandLine(args, host), ...said };
}

/** Two contexts with a server that answers, and one with none. */
function kubeconfig(current = "one"): string {
  const servers = { one: address, two: `${address}/two`, dead: "http://127.0.0.1:1" };
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": current,
    clusters: Object.entries(servers).map(([name, url]) => ({ name, cluster: { server: url } })),
    contexts: Object.keys(servers).map((name) => ({ name, context: { cluster: name } })),
  });
}

async function project(main: string, scripts: Record<string, string> = {}): Promise<void> {
  await write("package.json", JSON.stringify({ name: "op", type: "module", scripts }));
  await write("dist/main.js", main);
  await write("kubeconfig", kubeconfig());
}

describe("run", () => {
  test("runs the program until it is interrupted, and tells the cluster", async () => {
    await project(
      `process.on("SIGTERM", () => { console.log("stopped"); process.exit(0); }); setInterval(() => {}, 1000);
      console.log(process.argv.slice(2).join(" "), process.env.WATCH_NAMESPACE ?? "everywhere"); console.error("starting server");`,
    );
    const onOutput = (text: string, stop: AbortController) => {
      if (text.includes("everywhere")) stop.abort();
    };
    const { code, output, messages } = await run(["run", "--", "--leader-elect", "-x"], { onOutput });
    expect([code, output]).toEqual([0, "--leader-elect -x everywhere\nstopped\n"]);
    expect(messages).toContain(`Context one at ${address}. Ctrl-C stops the operator.\n`);
    expect(messages).toContain("starting server\n");
  });

  test("the program sees the chosen context and namespace, and nothing is left of that", async () => {
    await project(
      `import { readFileSync } from "node:fs"; const text = readFileSync(process.env.KUBECONFIG, "utf8");
      console.log(JSON.parse(text)["current-context"], process.env.WATCH_NAMESPACE);`,
    );
    const { code, output, messages } = await run(["run", "--context", "two", "--namespace", "team"]);
    expect([code, output]).toEqual([0, "two team\n"]);
    expect(messages).toBe(`Context two at ${address}/two, namespace team. Ctrl-C stops the operator.\n`);
    expect((await readdir(folder)).sort()).toEqual(["dist", "kubeconfig", "package.json"]);
    expect((await run(["run", "--kubeconfig", "kubeconfig"])).output).toBe("one undefined\n");
  });

  test.each([
    { args: ["--", "--namespace=team"], env: {}, said: ". Ctrl-C" },
    { args: [], env: { WATCH_NAMESPACE: "team" }, said: ", namespace team. Ctrl-C" },
    { args: [], env: { WATCH_NAMESPACE: "" }, said: ", all namespaces. Ctrl-C" },
  ])("$args and $env do not make it tell of namespaces that are not watched", async ({ args, env, said }) => {
    await project("");
    expect((await run(["run", ...args], { env })).messages).toContain(`Context one at ${address}${said}`);
  });

  test("where no server answers, nothing is built or started, and server, kubeconfig and the next command are named", async () => {
    await project("console.log('started')", { build: "echo building" });
    const { code, output, messages } = await run(["run", "--context", "dead"]);
    expect([code, output]).toEqual([1, ""]);
    expect(messages).toMatch(
      /^error: nothing answers at http:\/\/127\.0\.0\.1:1, the server of context dead in \S+\/kubeconfig: .* start one with "kubewright cluster"\n/,
    );
    expect(messages).not.toContain("building");
  });

  test("an operator that is given a kubeconfig of its own is started, whatever server there is", async () => {
    await project("console.log(process.argv.slice(2).join(' '))");
    await write("kubeconfig", kubeconfig("dead"));
    expect(await run(["run", "--", "--kubeconfig", "mine"])).toMatchObject({ code: 0, output: "--kubeconfig mine\n" });
  });

  test("interrupted while it waits for the server, it ends as it does later", async () => {
    await project("");
    const stop = new AbortController();
    const silent = createServer(() => stop.abort());
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    try {
      const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
      await write("kubeconfig", kubeconfig().replaceAll(address, url));
      expect(await run(["run"], { stop })).toEqual({ code: 0, output: "", messages: "" });
    } finally {
      silent.closeAllConnections();
      silent.close();
    }
  });

  test.each(["--help", "-h", "-help", "--help=true"])("%s of the operator needs no cluster", async (flag) => {
    await project("console.log('usage', process.argv.slice(2).join(' '))");
    await rm(join(folder, "kubeconfig"));
    expect(await run(["run", "--", "--leader-elect", flag])).toEqual({
      code: 0,
      output: `usage --leader-elect ${flag}\n`,
      messages: "",
    });
  });

  test("builds the project first, with the programs of its packages, unless it is told not to", async () => {
    await project("console.log('old')", { build: "compile" });
    await write(
      "node_modules/.bin/compile",
      `#!/bin/sh\necho "compiled"; echo "console.log('new')" > dist/main.js\n`,
      0o755,
    );
    expect((await run(["run", "--no-build"])).output).toBe("old\n");
    const { output, messages } = await run(["run"]);
    expect([output, messages]).toEqual(["new\n", expect.stringMatching(/^compiled\n/)]);
  });

  test.each<[string, string[], string, Record<string, string>, RegExp]>([
    ["a program that fails", [], "process.exit(3)", {}, /error: the operator ended with 3; what it said is above/],
    [
      "a build that fails",
      [],
      "",
      { build: "echo 'main.ts:1: no' >&2; exit 2" },
      /main\.ts:1: no\nerror: the build failed: .* ended with 2\n/,
    ],
    ["a build without its programs", [], "", { build: "no-such-program" }, /ended with 127; run "npm install"/],
    [
      "an unknown context",
      ["--context", "three"],
      "",
      {},
      /there is no context "three" in .*kubeconfig; there are one, two, dead/,
    ],
    ["no kubeconfig", ["--kubeconfig", "none"], "", {}, /start one of your own with "kubewright cluster"/],
  ])("%s is told", async (_, args, main, scripts, message) => {
    await project(main, scripts);
    const { code, messages } = await run(["run", ...args]);
    expect(code).toBe(1);
    expect(messages).toMatch(message);
  });

  test("interrupted while it builds, it ends as it does later", async () => {
    await project("", { build: "echo compiling; exec sleep 60" });
    const onMessage = (text: string, stop: AbortController) => {
      if (text.includes("compiling")) stop.abort();
    };
    expect(await run(["run"], { onMessage })).toMatchObject({ code: 0, messages: "compiling\n" });
    expect(await run(["image"], { onMessage })).toMatchObject({
      code: 1,
      messages: expect.stringMatching(/compiling\nerror: interrupted while building\n$/),
    });
  });

  test("flags that the operator refuses are senseless here, too", async () => {
    await project("process.exit(2)");
    const { code, messages } = await run(["run", "--", "--bogus"]);
    expect([code, messages]).toEqual([
      2,
      expect.stringContaining("error: the operator ended with 2; what it said is above"),
    ]);
  });

  test("a folder without a project, or without a program, is named", async () => {
    await write("kubeconfig", kubeconfig());
    expect((await run(["run"])).messages).toMatch(/is no project: it has no package\.json; .*kubewright init/);
    await write("package.json", "{}");
    expect((await run(["run"])).messages).toMatch(/dist\/main\.js is not there: /);
  });
});

describe("image", () => {
  /** A program in place of docker. */
  const tool = (name: string, script: string) => write(`bin/${name}`, `#!/bin/sh\n${script}\n`, 0o755);
  const withTools = () => ({ env: { PATH: `${join(folder, "bin")}:/usr/bin:/bin` } });
  const onlyTools = () => ({ env: { PATH: join(folder, "bin") } });

  test("writes an archive where there is no tool, and says so", async () => {
    await project("console.log('hello')");
    const { code, output, messages } = await run(["image", "--image", "example.com/op:v1"], onlyTools());
    expect([code, messages]).toEqual([0, "Writing an archive: there is no docker, podman, buildah here\n"]);
    expect(output).toMatch(/^Wrote .*\/op\.tar with example\.com\/op:v1 \(0\.0 MiB, sha256:[0-9a-f]{12}\)\n$/);
    expect((await stat(join(folder, "op.tar"))).isFile()).toBe(true);
  });

  test("--archive needs no tool; scripts get JSON", async () => {
    await project("console.log('hello')");
    await tool("docker", "exit 1");
    const { output, messages } = await run(["image", "--archive", "out.tar", "-o", "json"], withTools());
    expect(messages).toBe("");
    expect(JSON.parse(output)).toEqual({
      image: "controller:latest",
      file: join(folder, "out.tar"),
      id: expect.stringMatching(/^sha256:/),
      bytes: (await stat(join(folder, "out.tar"))).size,
    });
  });

  test("builds and pushes with the first tool that works", async () => {
    await project("");
    await write("Dockerfile", "FROM node:22");
    await tool("docker", 'echo "Cannot connect to the Docker daemon" >&2; exit 1');
    await tool("podman", `echo "$@" >> ${join(folder, "calls")}`);
    expect(await run(["image", "--image", "op:v1", "--push"], withTools())).toEqual({
      code: 0,
      output: "Pushed op:v1 with podman\n",
      messages: "podman build --tag op:v1 .\npodman push op:v1\n",
    });
    expect(await readFile(join(folder, "calls"), "utf8")).toBe("version\nbuild --tag op:v1 .\npush op:v1\n");
  });

  test("a tool that does not work is named where the archive is written instead, and fails where it was asked for", async () => {
    await project("");
    await tool("docker", 'echo "Cannot connect to the Docker daemon" >&2; exit 1');
    const { code, messages } = await run(["image"], onlyTools());
    expect([code, messages]).toEqual([
      0,
      "Writing an archive: docker is there but does not work (Cannot connect to the Docker daemon)\n",
    ]);
    const asked = await run(["image", "--tool", "docker"], onlyTools());
    expect([asked.code, asked.messages]).toEqual([
      1,
      expect.stringMatching(
        /^error: cannot make controller:latest: docker is there but does not work \(Cannot connect to the Docker daemon\); start or repair it\. Without such a program:\n {2}kubewright image /,
      ),
    ]);
    expect((await run(["image"], { env: { ...onlyTools().env, CONTAINER_TOOL: "podman" } })).messages).toMatch(
      /there is no podman here; install podman\. /,
    );
    expect((await run(["image"], { env: { ...onlyTools().env, CONTAINER_TOOL: "" } })).code).toBe(0);
  });

  test("where nothing can push it, the registry, the cause and what works without are named", async () => {
    await project("");
    expect(await run(["image", "--image", "example.com/op:v1", "--push"], onlyTools())).toEqual({
      code: 1,
      output: "",
      messages: [
        "error: cannot push example.com/op:v1 to example.com: there is no docker, podman, buildah here; install one of them. Without such a program:",
        "  kubewright image --image example.com/op:v1 --archive   # a file to load and push elsewhere; with --base, it has a Node",
        '  kubewright deploy --image example.com/op:v1            # straight into a cluster of "kubewright cluster"',
        "",
      ].join("\n"),
    });
    await write("bin/docker", "no program", 0o644);
    expect((await run(["image", "--push"], onlyTools())).messages).toMatch(
      /^error: cannot push controller:latest to docker\.io: docker is there but does not work \(spawn docker EACCES\); start or repair it\. /,
    );
  });

  test("a registry that does not take it is named, with what the tool said and what to try", async () => {
    await project("");
    await write("Dockerfile", "FROM node:22");
    await tool("docker", '[ "$1" != push ] || { echo "dial tcp 127.0.0.1:5000: connection refused" >&2; exit 1; }');
    const { code, messages } = await run(["image", "--image", "localhost:5000/op:v1", "--push"], withTools());
    expect(code).toBe(1);
    expect(messages).toMatch(
      /\nerror: docker push failed with 1 \(dial tcp 127\.0\.0\.1:5000: connection refused\): localhost:5000\/op:v1 did not come to the registry localhost:5000; .*"docker login localhost:5000".* --image example\.com\/op:v1\n$/,
    );
  });

  test.each<[string, string[], number, RegExp]>([
    ["a name that no image can have", ["--image", "Op:v1"], 2, /"Op:v1" is no name for an image/],
    ["an archive to push", ["--archive", "--push"], 2, /an archive cannot be pushed/],
    ["a base that is not there", ["--base", "none.tar"], 1, /none\.tar as the base: there is no such file/],
    ["a file that cannot be written", ["--archive", "no/such/folder.tar"], 1, /cannot write .*folder\.tar: ENOENT/],
    ["an unknown tool", ["--tool", "kaniko"], 2, /Allowed choices are docker, podman, buildah/],
  ])("%s is a mistake that is named", async (_, args, expected, message) => {
    await project("");
    const { code, output, messages } = await run(["image", ...args], onlyTools());
    expect([code, output]).toEqual([expected, ""]);
    expect(messages).toMatch(message);
  });

  test("a tool without a Dockerfile says what to do", async () => {
    await project("");
    await tool("docker", "exit 0");
    expect((await run(["image"], onlyTools())).messages).toMatch(/has no Dockerfile for docker: add one, or --archive/);
    await write("Dockerfile", "FROM node:22");
    await tool("docker", '[ "$1" = version ]');
    expect((await run(["image"], onlyTools())).messages).toMatch(
      /docker build failed with 1: --archive makes an image without it/,
    );
  });
});

test("version tells of this program, Kubernetes and Node", async () => {
  expect((await run(["version"])).output).toMatch(/^kubewright 0\.1\.0 \(Kubernetes 1\.36\.3, Node \d+\.\d+\.\d+\)\n$/);
  expect(JSON.parse((await run(["version", "-o", "json"])).output)).toMatchObject({
    kubewright: "0.1.0",
    kubernetes: "1.36.3",
  });
});
