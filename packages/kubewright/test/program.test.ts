import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("..", import.meta.url));

function run(program: string, ...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

test("the program that npm links is there before the build", async () => {
  const { bin } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  expect(bin.kubewright).not.toMatch(/^(\.\/)?dist\//);
  expect(await run(join(folder, bin.kubewright), "--version")).toEqual({ code: 0, stdout: "0.1.0\n", stderr: "" });
});

test("a Ctrl-C that comes twice, from the terminal and from npm, is one: the operator ends in its own time", async () => {
  const project = await mkdtemp(join(tmpdir(), "kubewright-interrupted-"));
  const server = createServer((_, response) => void response.end("{}"));
  try {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    await mkdir(join(project, "dist"));
    await writeFile(join(project, "package.json"), JSON.stringify({ name: "op", type: "module" }));
    await writeFile(
      join(project, "dist/main.js"),
      `process.on("SIGTERM", () => { console.log("stopping"); setTimeout(() => process.exit(0), 200); });
      setInterval(() => {}, 1000); console.log("started");`,
    );
    const config = {
      "current-context": "one",
      clusters: [{ name: "one", cluster: { server: `http://127.0.0.1:${port}` } }],
      contexts: [{ name: "one", context: { cluster: "one" } }],
    };
    await writeFile(join(project, "kubeconfig"), JSON.stringify(config));
    const args = [join(folder, "bin/kubewright.mjs"), "run", "--kubeconfig", "kubeconfig"];
    const child = spawn(process.execPath, args, { cwd: project, stdio: ["ignore", "pipe", "inherit"] });
    const ended = once(child, "close");
    let said = "";
    for await (const chunk of child.stdout.setEncoding("utf8")) {
      said += chunk;
      if (chunk.includes("started") || chunk.includes("stopping")) child.kill("SIGINT");
    }
    expect([said, await ended]).toEqual(["started\nstopping\n", [0, null]]);
  } finally {
    server.close();
    await rm(project, { recursive: true });
  }
});

test("a checkout that is not built says what to do", async () => {
  const checkout = await mkdtemp(join(tmpdir(), "kubewright-checkout-"));
  try {
    const bin = join(checkout, "packages/kubewright/bin");
    await mkdir(bin, { recursive: true });
    await copyFile(join(folder, "bin/kubewright.mjs"), join(bin, "kubewright.mjs"));
    const { code, stderr } = await run(join(bin, "kubewright.mjs"), "cluster");
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^error: kubewright is not built yet: run "npm run build" in .*kubewright-checkout-\w+\/\n$/,
    );
  } finally {
    await rm(checkout, { recursive: true });
  }
});
