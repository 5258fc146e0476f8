import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
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
