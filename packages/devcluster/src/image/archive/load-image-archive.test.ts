import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { LoadedImages } from "../loaded-images.ts";
import { loadImageArchive } from "./load-image-archive.ts";

const digest = "a".repeat(64);
const long = `deep/${"n".repeat(120)}`;

describe("loadImageArchive", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "image-archive-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** A tar file of these files, made by the machine's tar. */
  async function tar(name: string, files: Record<string, string | { link: string }>): Promise<Buffer> {
    const source = join(folder, `${name}-files`);
    for (const [path, content] of Object.entries(files)) {
      await mkdir(join(source, path, ".."), { recursive: true });
      if (typeof content === "string") await writeFile(join(source, path), content, "latin1");
      else await symlink(content.link, join(source, path));
    }
    execFileSync("tar", ["-cf", join(folder, name), "-C", source, ...(await readdir(source))]);
    return readFile(join(folder, name));
  }

  async function archive(layers: readonly Buffer[]): Promise<string> {
    const config = {
      config: { Entrypoint: ["node", "/app/main.js"], Env: ["MODE=test", "PATH=/x"], WorkingDir: "/app", User: "1001" },
    };
    const names = layers.map((_, index) => `layer${index}.tar`);
    await tar("image.tar", {
      "manifest.json": JSON.stringify([
        { Config: `${digest}.json`, RepoTags: ["example.com/operator:v1"], Layers: names },
      ]),
      [`${digest}.json`]: JSON.stringify(config),
      ...Object.fromEntries(layers.map((layer, index) => [names[index], layer.toString("latin1")])),
    });
    return join(folder, "image.tar");
  }

  test("layers lie over each other, and their files are where the image's program finds them", async () => {
    const lower = await tar("lower", { "app/main.js": "old", "app/gone.js": "x", [long]: "long", "lib/a": "1" });
    const upper = await tar("upper", {
      "app/main.js": "new",
      "app/.wh.gone.js": "",
      "lib/.wh..wh..opq": "",
      "lib/b": "2",
    });
    const [image] = await loadImageArchive(await archive([gzipSync(lower), upper]), join(folder, "images"));
    const root = join(folder, "images", digest);
    expect(image).toMatchObject({ names: ["example.com/operator:v1"], id: `sha256:${digest}`, root });
    expect(await readFile(join(root, "app/main.js"), "utf8")).toBe("new");
    expect(await readFile(join(root, long), "utf8")).toBe("long");
    expect(await readdir(join(root, "app"))).toEqual(["main.js"]);
    expect(await readdir(join(root, "lib"))).toEqual(["b"]);
    expect(await readdir(join(folder, "images"))).toEqual([digest]);

    const images = new LoadedImages({ nodeProgram: "/opt/node/bin/node", path: "/usr/bin" });
    if (image !== undefined) images.add(image);
    const request = { image: "example.com/operator:v1", address: "127.0.0.1", ports: new Map(), canChangeUser: true };
    expect(await images.programFor({ ...request, args: ["--leader-elect", "/etc/none"] })).toEqual({
      argv: ["/opt/node/bin/node", join(root, "app/main.js"), "--leader-elect", "/etc/none"],
      env: { MODE: "test", PATH: "/opt/node/bin:/usr/bin", NODE_OPTIONS: expect.stringMatching(/^--import=data:/) },
      user: { uid: 1001, gid: 1001 },
      workingDirectory: join(root, "app"),
      root,
      imageId: `sha256:${digest}`,
    });
    expect(await images.programFor({ ...request, image: "example.com/operator:v2" })).toBeUndefined();
  });

  test("links of an image do not lead out of its folder", async () => {
    await mkdir(join(folder, "outside"));
    const lower = await tar("lower", { up: { link: "../../outside" }, abs: { link: join(folder, "outside") } });
    const upper = await tar("upper", { "up/file": "1", "abs/file": "2" });
    await loadImageArchive(await archive([lower, upper]), join(folder, "images"));
    expect(await readdir(join(folder, "outside"))).toEqual([]);
  });

  test("an OCI layout is understood", async () => {
    const layer = gzipSync(await tar("layer", { "app/main.js": "1" }));
    const sha = (name: string) => name.repeat(64);
    const blob = (name: string) => `blobs/sha256/${sha(name)}`;
    await tar("oci.tar", {
      "index.json": JSON.stringify({
        manifests: [
          { digest: `sha256:${sha("1")}`, annotations: { "io.containerd.image.name": "docker.io/library/op:v1" } },
        ],
      }),
      [blob("1")]: JSON.stringify({
        config: { digest: `sha256:${sha("2")}` },
        layers: [{ digest: `sha256:${sha("3")}` }],
      }),
      [blob("2")]: JSON.stringify({ config: { Cmd: ["node", "app/main.js"] } }),
      [blob("3")]: layer.toString("latin1"),
    });
    const [image] = await loadImageArchive(join(folder, "oci.tar"), join(folder, "images"));
    expect(image).toMatchObject({ names: ["docker.io/library/op:v1"], id: `sha256:${sha("2")}` });
    const images = new LoadedImages({ nodeProgram: "/node", path: "" });
    if (image !== undefined) images.add(image);
    const request = { image: "op:v1", address: "127.0.0.1", ports: new Map(), canChangeUser: false };
    expect((await images.programFor(request))?.argv).toEqual(["/node", "app/main.js"]);
  });

  test.each([
    ["no image", [null]],
    ["one whose layers are not named", [{ Config: `${digest}.json`, RepoTags: ["a:1"] }]],
    ["one whose name is a number", [{ Config: `${digest}.json`, RepoTags: [1], Layers: [] }]],
  ])("refuses a list with %s, and leaves nothing of it", async (_, manifest) => {
    await tar("bad.tar", { "manifest.json": JSON.stringify(manifest), [`${digest}.json`]: "{}" });
    const images = new LoadedImages({ nodeProgram: "/node", path: "" });
    await expect(images.load(join(folder, "bad.tar"), join(folder, "images"))).rejects.toThrow(
      "bad.tar is no image archive that can be used: manifest.json is no list of images",
    );
    expect(await readdir(join(folder, "images")).catch(() => [])).toEqual([]);
  });

  test("refuses a pipe without waiting for what may come out of it", async () => {
    execFileSync("mkfifo", [join(folder, "pipe")]);
    await expect(loadImageArchive(join(folder, "pipe"), join(folder, "images"))).rejects.toThrow(
      "it is no regular file",
    );
  });

  test.each([
    ["text", "hello", /is no tar file/],
    ["an empty file", "", /neither manifest.json nor index.json/],
  ])("refuses %s", async (_, content, message) => {
    await writeFile(join(folder, "bad"), content);
    await expect(loadImageArchive(join(folder, "bad"), join(folder, "images"))).rejects.toThrow(message);
  });
});
