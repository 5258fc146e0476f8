import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("..", import.meta.url));
const program = fileURLToPath(new URL("../../../packages/kubewright/bin/kubewright.mjs", import.meta.url));

async function kubewright(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { cwd: folder });
  return stdout;
}

test.each(["manifests", "generate"])(
  "what kubewright %s writes is up to date",
  async (command) => {
    await expect(kubewright(command, "--check")).resolves.toMatch(/up to date/);
  },
  60_000,
);

test("dist/install.yaml is what kubewright build-installer makes of config", async () => {
  const made = await kubewright("build-installer", "--image", "example.com/memcached-operator:0.1.0", "--output", "-");
  expect(made).toBe(await readFile(`${folder}/dist/install.yaml`, "utf8"));
}, 60_000);

test("config/prometheus and config/samples can be rendered", async () => {
  const monitor = await kubewright("build-installer", "--filename", "config/prometheus", "--output", "-");
  expect(monitor).toMatch(/^kind: ServiceMonitor$/m);
  const samples = await kubewright("build-installer", "--filename", "config/samples", "--output", "-");
  expect(samples.match(/^kind: Memcached$/gm)).toHaveLength(5);
}, 60_000);
