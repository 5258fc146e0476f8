import { type SpawnSyncReturns, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { programFolder } from "../packages/testing/src/reference/program-folder.ts";

const tool = fileURLToPath(new URL("./kube-assets", import.meta.url));
const programs = ["etcd", "kube-apiserver", "kubectl", "kube-controller-manager", "kube-scheduler", "controller-gen"];
if (process.platform === "linux") programs.push("kubelet", "kube-proxy");

/** Stands in for Go: knows its version, has one module, and "builds" by writing the package's name. */
const fakeGo = `#!/usr/bin/env bash
case "$1 $2" in
  "env GOVERSION") echo "\${FAKE_VERSION:-go1.26.8}" ;;
  "env GOTOOLCHAIN") echo "\${FAKE_TOOLCHAIN:-local}" ;;
  "mod download") echo '{ "Dir": "'"$FAKE_SOURCE"'" }' ;;
  "mod tidy") cp go.mod "$FAKE_SOURCE/written.mod" ;;
  "get "*) ;;
  "build "*)
    while [ "$1" != -o ]; do shift; done
    echo "\${@: -1}" > "$2"
    case "$2" in
      *"\${FAKE_BROKEN:-none}"*) echo "undefined: foo"; exit 1 ;;
      *"\${FAKE_SLOW:-none}"*) echo started >&3; exec sleep 1000 ;;
    esac
    chmod +x "$2" ;;
esac
`;

describe("kube-assets", () => {
  let folder: string;
  let environment: Record<string, string>;
  let assets: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "kubewright-kube-assets-"));
    for (const name of ["bin", "cache", "source", "tmp"]) await mkdir(join(folder, name));
    await writeFile(join(folder, "bin", "go"), fakeGo);
    await chmod(join(folder, "bin", "go"), 0o755);
    await writeFile(join(folder, "source", "go.mod"), "\tk8s.io/api => ./staging/src/k8s.io/api\n");
    environment = {
      PATH: [join(folder, "bin"), process.env.PATH].join(delimiter),
      HOME: join(folder, "home"),
      XDG_CACHE_HOME: join(folder, "cache"),
      TMPDIR: join(folder, "tmp"),
      FAKE_SOURCE: join(folder, "source"),
    };
    const host = { platform: process.platform, architecture: process.arch, homeDirectory: join(folder, "home") };
    assets = programFolder({ ...host, env: { XDG_CACHE_HOME: join(folder, "cache") } });
  });
  afterEach(() => rm(folder, { recursive: true }));

  function run(args: string[], extra: Record<string, string> = {}): SpawnSyncReturns<string> {
    return spawnSync(tool, args, { env: { ...environment, ...extra }, encoding: "utf8" });
  }

  test("prints the folder that the tests look in, and does nothing else", async () => {
    expect(run(["--print-dir"])).toMatchObject({ status: 0, stdout: `${assets}\n`, stderr: "" });
    expect(await readdir(join(folder, "cache"))).toEqual([]);
  });

  test.each([
    ["an empty", ""],
    ["a relative", "cache"],
  ])("takes the folder of the system when XDG_CACHE_HOME is %s path", (_, value) => {
    const host = { platform: process.platform, architecture: process.arch, homeDirectory: join(folder, "home") };
    expect(run(["--print-dir"], { XDG_CACHE_HOME: value }).stdout).toBe(`${programFolder({ ...host, env: {} })}\n`);
  });

  test("builds every program, with progress, and prints the folder alone on standard output", async () => {
    const { status, stdout, stderr } = run([]);
    expect({ status, stdout }, stderr).toEqual({ status: 0, stdout: `${assets}\n` });
    expect((await readdir(assets)).sort()).toEqual([...programs].sort());
    for (const [index] of programs.entries()) {
      expect(stderr).toMatch(
        new RegExp(`${index + 1} of ${programs.length}: \\S+ built in \\d+ s \\(elapsed \\d+ s\\)`),
      );
    }
    expect(await readFile(join(assets, "kubectl"), "utf8")).toBe("k8s.io/kubernetes/cmd/kubectl\n");
    expect(await readFile(join(folder, "source", "written.mod"), "utf8")).toContain(
      "require k8s.io/kubernetes v1.36.3\nreplace k8s.io/api => k8s.io/api v0.36.3\n",
    );
    expect(await readdir(join(folder, "tmp"))).toEqual([]);
  });

  test("leaves alone what is there, and then needs no Go", async () => {
    run(["etcd"]);
    await writeFile(join(assets, "etcd"), "kept");
    run([]);
    expect(await readFile(join(assets, "etcd"), "utf8")).toBe("kept");
    const again = run([], { FAKE_VERSION: "go1.2" });
    expect(again).toMatchObject({ status: 0, stdout: `${assets}\n` });
    expect(again.stderr).toContain(`${programs.length} of ${programs.length} programs are there`);
  });

  test.each([
    [["--prnt-dir"], "unknown option --prnt-dir"],
    [["kubeadm"], "unknown program kubeadm"],
  ])("refuses %s", (args, message) => {
    const { status, stdout, stderr } = run(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(message);
  });

  test("says what to do without Go", async () => {
    await rm(join(folder, "bin", "go"));
    for (const name of ["bash", "env", "uname", "sed"]) {
      const found = spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).stdout.trim();
      await symlink(found, join(folder, "bin", name));
    }
    const { status, stdout, stderr } = run([], { PATH: join(folder, "bin") });
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain("there is no go on PATH. Install Go 1.26 or later from https://go.dev/dl/");
  });

  test.each([
    ["go1.25.9", "local", false],
    ["go1.25.9", "auto", true],
    ["go1.20", "auto", false],
    ["go1.26", "local", true],
    ["go1.30.1", "local", true],
  ])("with %s and GOTOOLCHAIN=%s, builds: %s", (version, toolchain, builds) => {
    const { status, stderr } = run(["etcd"], { FAKE_VERSION: version, FAKE_TOOLCHAIN: toolchain });
    expect(status).toBe(builds ? 0 : 1);
    if (!builds) expect(stderr).toContain(`is ${version}, which is too old. Install Go 1.26 or later`);
  });

  test("shows what Go said when a build fails, and leaves no half a program", async () => {
    const { status, stdout, stderr } = run(["etcd", "kubectl"], { FAKE_BROKEN: "kubectl" });
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain("undefined: foo\nkube-assets: kubectl could not be built");
    expect(await readdir(assets)).toEqual(["etcd"]);
    expect(await readdir(join(folder, "tmp"))).toEqual([]);
  });

  test("leaves no half a program when it is interrupted", async () => {
    const env = { ...environment, FAKE_SLOW: "etcd" };
    const child = spawn(tool, ["etcd"], { env, stdio: ["ignore", "ignore", "ignore", "pipe"] });
    await once(child.stdio[3] as NodeJS.ReadableStream, "data");
    child.kill("SIGTERM");
    const [code] = await once(child, "exit");
    expect(code).toBe(143);
    expect(await readdir(assets)).toEqual([]);
    expect(await readdir(join(folder, "tmp"))).toEqual([]);
  });
});
