import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ManualClock } from "@kubewright/api";
import { expect, test } from "vitest";
import { ContainerLog } from "./container-log.ts";
import { readLog } from "./read-log.ts";

async function textOf(log: ContainerLog): Promise<string> {
  const pieces: Uint8Array[] = [];
  const { signal } = new AbortController();
  for await (const piece of readLog(log, { follow: false, timestamps: false, signal })) pieces.push(piece);
  return Buffer.concat(pieces).toString("utf8");
}

test("what cannot be written is lost, and the rest is not", async () => {
  const folder = await mkdtemp(join(tmpdir(), "container-log-"));
  const log = new ContainerLog(join(folder, "not-yet", "0.log"), new ManualClock());
  log.write("stdout", Buffer.from("lost\n"));
  await log.changed(new AbortController().signal);
  expect(await textOf(log)).toBe("");
  await mkdir(join(folder, "not-yet"));
  log.write("stdout", Buffer.from("kept\n"));
  await expect(log.close()).rejects.toThrow("ENOENT");
  expect(log.isComplete).toBe(true);
  expect(await textOf(log)).toBe("kept\n");
  await rm(folder, { recursive: true });
});

test.skipIf(process.platform !== "linux")("a full disk ends nothing", async () => {
  const log = new ContainerLog("/dev/full", new ManualClock());
  log.write("stdout", Buffer.from("lost\n"));
  await log.changed(new AbortController().signal);
  log.write("stdout", Buffer.from("lost, too\n"));
  await expect(log.close()).rejects.toThrow("ENOSPC");
  expect(await textOf(log)).toBe("");
});
