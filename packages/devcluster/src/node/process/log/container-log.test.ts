import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
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

test("what is written while the file is about to be complete is in it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "container-log-"));
  const log = new ContainerLog(join(folder, "0.log"), new ManualClock());
  log.write("stdout", Buffer.from("one\n"));
  await log.changed(new AbortController().signal);
  log.write("stdout", Buffer.from("two\n"));
  await log.close();
  expect(await textOf(log)).toBe("one\ntwo\n");
  await rm(folder, { recursive: true });
});

test("of much output, the newest is kept; who follows gets all of it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "container-log-"));
  const log = new ContainerLog(join(folder, "0.log"), new ManualClock(), { maxFileBytes: 1000 });
  let seen = "";
  const followed = (async () => {
    const { signal } = new AbortController();
    const output = readLog(log, { follow: true, timestamps: false, signal });
    for await (const piece of output) seen += Buffer.from(piece).toString("utf8");
  })();
  let text = "";
  for (let index = 0; index < 100; index++) {
    log.write("stdout", Buffer.from(`line ${index}\n`));
    text += `line ${index}\n`;
    // One who follows too slowly misses a file that has come and gone.
    if (index % 10 === 9) await expect.poll(() => seen, { interval: 5, timeout: 10_000 }).toBe(text);
  }
  await log.close();
  await followed;
  expect(seen).toBe(text);
  const kept = await textOf(log);
  expect(text.endsWith(kept)).toBe(true);
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.length).toBeLessThan(text.length);
  expect(await readdir(folder)).toHaveLength(1);
  await rm(folder, { recursive: true });
});
