import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { VolumeMount } from "@kubewright/api/core/v1";
import { afterAll, beforeAll, expect, test } from "vitest";
import { volumeMounts } from "./volume-mounts.ts";

let volume: string;
beforeAll(async () => {
  volume = join(await mkdtemp(join(tmpdir(), "volume-mounts-")), "data");
  await mkdir(volume);
  await chmod(volume, 0o777);
  await writeFile(join(volume, "file"), "");
});
afterAll(() => rm(join(volume, ".."), { recursive: true }));

function mounted(mount: Partial<VolumeMount>): Promise<readonly { path: string; target: string }[]> {
  const container = { name: "main", volumeMounts: [{ name: "data", mountPath: "/data", ...mount }] };
  return volumeMounts(container, new Map([["data", volume]]), { POD: "web/1", UP: "a/../..", ROOT: "/etc", EMPTY: "" });
}

test("a volume is where its folder is", async () => {
  expect(await mounted({})).toEqual([{ path: "/data", target: volume }]);
  expect(await mounted({ name: "other" })).toEqual([]);
});

test("a part that is not there is made as the volume is", async () => {
  expect(await mounted({ subPathExpr: "logs/$(POD)" })).toEqual([
    { path: "/data", target: join(volume, "logs/web/1") },
  ]);
  for (const part of ["logs", "logs/web", "logs/web/1"]) {
    const { mode, uid } = await stat(join(volume, part));
    expect({ mode: mode & 0o777, uid }).toEqual({ mode: 0o777, uid: (await stat(volume)).uid });
  }
});

test("a part that is a file stays one", async () => {
  expect(await mounted({ subPath: "file" })).toEqual([{ path: "/data", target: join(volume, "file") }]);
  expect((await stat(join(volume, "file"))).isFile()).toBe(true);
});

test.each([
  ["$(UP)", "unable to provision SubPath `a/../..`: must not contain '..'"],
  ["$(ROOT)", "error SubPath `/etc` must not be an absolute path"],
  ["$(NONE)/$(EMPTY)/$$(UP)", "missing value for EMPTY, NONE"],
  ["file/below", 'failed to create subPath directory for volumeMount "data" of container "main"'],
])("a part %s is refused in the kubelet's words", async (subPathExpr, message) => {
  await expect(mounted({ subPathExpr })).rejects.toThrow(message);
});
