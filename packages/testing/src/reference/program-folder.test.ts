import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findPrograms, programFolder } from "./program-folder.ts";

const linux = { platform: "linux", architecture: "x64", homeDirectory: "/home/jane", env: {} };
const mac = { platform: "darwin", architecture: "arm64", homeDirectory: "/Users/jane", env: {} };

describe("programFolder", () => {
  test.each([
    ["the cache folder on Linux", linux, "/home/jane/.cache/kubewright/kube-assets/v1.36.3-linux-x64"],
    ["the cache folder on macOS", mac, "/Users/jane/Library/Caches/kubewright/kube-assets/v1.36.3-darwin-arm64"],
    [
      "under XDG_CACHE_HOME",
      { ...linux, env: { XDG_CACHE_HOME: "/cache" } },
      "/cache/kubewright/kube-assets/v1.36.3-linux-x64",
    ],
    [
      "not under a relative XDG_CACHE_HOME",
      { ...linux, env: { XDG_CACHE_HOME: "cache" } },
      "/home/jane/.cache/kubewright/kube-assets/v1.36.3-linux-x64",
    ],
    ["KUBEBUILDER_ASSETS", { ...linux, env: { KUBEBUILDER_ASSETS: "/assets", XDG_CACHE_HOME: "/cache" } }, "/assets"],
    [
      "the cache folder when KUBEBUILDER_ASSETS is empty",
      { ...linux, env: { KUBEBUILDER_ASSETS: "" } },
      "/home/jane/.cache/kubewright/kube-assets/v1.36.3-linux-x64",
    ],
  ])("is %s", (_, host, folder) => {
    expect(programFolder(host)).toBe(folder);
  });
});

describe("findPrograms", () => {
  test("gives the paths of what is there, and names what is not, where it was looked for and the fix", async () => {
    const folder = await mkdtemp(join(tmpdir(), "kubewright-programs-"));
    try {
      const etcd = join(folder, "etcd");
      await writeFile(etcd, "#!/bin/sh\n");
      await expect(findPrograms(folder, ["etcd"])).rejects.toThrow(`${etcd} cannot be executed`);
      await chmod(etcd, 0o755);
      expect(await findPrograms(folder, ["etcd"])).toEqual({ etcd });

      const error = await findPrograms(folder, ["etcd", "kube-apiserver"]).catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code: "PROGRAM_MISSING" });
      expect(String(error)).toContain(`${join(folder, "kube-apiserver")} does not exist`);
      expect(String(error)).toContain("npm run kube-assets");
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
