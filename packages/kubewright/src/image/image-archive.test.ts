import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { withBaseImage } from "./base-image.ts";
import { writeImageArchive } from "./image-archive.ts";
import { parseImageName } from "./image-name.ts";
import { projectLayers } from "./project-layers.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "kubewright-image-test-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

const manifest = (fields: object) => JSON.stringify(fields);

/** A project whose packages are hoisted, nested, linked, optional, peers, and only for development. */
async function project(): Promise<string> {
  await write(
    "project/package.json",
    manifest({
      name: "op",
      type: "module",
      dependencies: { a: "1", linked: "1", "@scope/s": "1" },
      optionalDependencies: { absent: "1" },
      devDependencies: { dev: "1" },
    }),
  );
  await write("project/dist/main.js", "console.log('main')");
  await write("project/dist/main.js.map", "{}");
  await write("project/dist/install.yaml", "kind: List");
  await write("project/dist/chart/Chart.yaml", "name: op");
  const inModules = (path: string) => `project/node_modules/${path}`;
  await write(inModules("a/package.json"), manifest({ name: "a", dependencies: { b: "2", c: "1" } }));
  await write(inModules("a/index.js"), "a");
  await write(inModules("a/index.d.ts"), "types");
  await write(inModules("a/bin/run"), "#!/bin/sh\n");
  await chmod(join(folder, inModules("a/bin/run")), 0o755);
  await write(inModules("a/node_modules/b/package.json"), manifest({ name: "b", version: "2" }));
  await write(inModules("b/package.json"), manifest({ name: "b", version: "1" }));
  await write(
    inModules("c/package.json"),
    manifest({
      name: "c",
      peerDependencies: { b: "1", peer: "1" },
      peerDependenciesMeta: { peer: { optional: true } },
    }),
  );
  await write(inModules("@scope/s/package.json"), manifest({ name: "@scope/s", dependencies: { a: "1" } }));
  await write(inModules("dev/package.json"), manifest({ name: "dev" }));
  await write("workspace/linked/package.json", manifest({ name: "linked", files: ["dist"] }));
  await write("workspace/linked/dist/index.js", "linked");
  await write("workspace/linked/src/index.ts", "source");
  await symlink(join(folder, "workspace/linked"), join(folder, inModules("linked")));
  return join(folder, "project");
}

async function archive(name = "example.com/op:v1", file = "image.tar", base?: string): Promise<string> {
  const layers = await projectLayers(join(folder, "project"));
  const options = { file: join(folder, file), name: parseImageName(name), layers, temporaryFolder: folder };
  if (base === undefined) await writeImageArchive({ ...options, architecture: "amd64" });
  else await withBaseImage(join(folder, base), folder, (image) => writeImageArchive({ ...options, base: image }));
  return options.file;
}

const tar = (...args: string[]) => execFileSync("tar", args, { encoding: "utf8", maxBuffer: 1 << 24 });
const document = (file: string, path: string) => JSON.parse(tar("-xOf", file, path));

describe("an image archive", () => {
  test("has the program, its package.json and what it needs when it runs, each version where it is found", async () => {
    await project();
    const file = await archive();
    const [image] = document(file, "manifest.json");
    const listed = (image.Layers as string[]).map((layer) => {
      tar("-xf", file, "-C", folder, layer);
      return tar("-tf", join(folder, layer)).trim().split("\n");
    });
    expect(listed).toEqual([
      [
        "app/",
        "app/node_modules/",
        "app/node_modules/@scope/",
        "app/node_modules/@scope/s/",
        "app/node_modules/@scope/s/package.json",
        "app/node_modules/a/",
        "app/node_modules/a/bin/",
        "app/node_modules/a/bin/run",
        "app/node_modules/a/index.js",
        "app/node_modules/a/package.json",
        "app/node_modules/b/",
        "app/node_modules/b/package.json",
        "app/node_modules/c/",
        "app/node_modules/c/node_modules/",
        "app/node_modules/c/node_modules/b/",
        "app/node_modules/c/node_modules/b/package.json",
        "app/node_modules/c/package.json",
        "app/node_modules/linked/",
        "app/node_modules/linked/dist/",
        "app/node_modules/linked/dist/index.js",
        "app/node_modules/linked/package.json",
      ],
      ["app/", "app/dist/", "app/dist/main.js", "app/dist/main.js.map", "app/package.json"],
    ]);
    const version = (path: string) => JSON.parse(tar("-xOf", join(folder, image.Layers[0]), path)).version;
    expect(version("app/node_modules/b/package.json")).toBe("2");
    expect(version("app/node_modules/c/node_modules/b/package.json")).toBe("1");
    expect(tar("-tvf", join(folder, image.Layers[0]), "app/node_modules/a/bin/run")).toMatch(
      /^-rwxr-xr-x (root\/root|0\/0)/,
    );
  });

  test("says how it runs, in an OCI layout with Docker's index beside it", async () => {
    await project();
    const file = await archive("op:v1");
    const [image] = document(file, "manifest.json");
    expect(image.RepoTags).toEqual(["op:v1"]);
    expect(document(file, image.Config)).toMatchObject({
      architecture: "amd64",
      os: "linux",
      config: {
        Entrypoint: ["node", "dist/main.js"],
        WorkingDir: "/app",
        User: "65532:65532",
        Env: ["NODE_ENV=production"],
      },
      rootfs: {
        type: "layers",
        diff_ids: image.Layers.map((path: string) => path.replace("blobs/sha256/", "sha256:")),
      },
    });
    expect(document(file, "oci-layout")).toEqual({ imageLayoutVersion: "1.0.0" });
    const [reference] = document(file, "index.json").manifests;
    expect(reference.annotations["io.containerd.image.name"]).toBe("docker.io/library/op:v1");
    for (const path of tar("-tf", file)
      .split("\n")
      .filter((path) => /sha256\/./.test(path))) {
      const bytes = execFileSync("tar", ["-xOf", file, path], { maxBuffer: 1 << 24 });
      expect(path).toBe(`blobs/sha256/${createHash("sha256").update(bytes).digest("hex")}`);
    }
  });

  test("has the same bytes for the same project, and leaves nothing else behind", async () => {
    await project();
    const first = await readFile(await archive());
    execFileSync("touch", ["-d", "2001-01-01", join(folder, "project/dist/main.js")]);
    expect((await readFile(await archive("example.com/op:v1", "again.tar"))).equals(first)).toBe(true);
    expect((await readdir(folder)).sort()).toEqual(["again.tar", "image.tar", "project", "workspace"]);
    await write("project/dist/main.js", "console.log('other')");
    expect((await readFile(await archive())).equals(first)).toBe(false);
  });

  test("keeps names that are long or not of ASCII", async () => {
    await project();
    const long = `dist/${"n".repeat(90)}/${"m".repeat(90)}.js`;
    const longest = `dist/${"x".repeat(180)}.js`;
    for (const path of [long, longest, "dist/zö.js"]) await write(`project/${path}`, "1");
    const file = await archive();
    tar("-xf", file, "-C", folder);
    const [image] = document(file, "manifest.json");
    const names = tar("--quoting-style=literal", "-tf", join(folder, image.Layers[1])).split("\n");
    for (const path of [long, longest, "dist/zö.js"]) expect(names).toContain(`app/${path}`);
  });

  describe("on a base", () => {
    async function base(entrypoint: string[], wrap: (bytes: Buffer) => Buffer = (bytes) => bytes): Promise<void> {
      await write("base/layer/usr/bin/node", "#!");
      tar("-cf", join(folder, "base/layer.tar"), "-C", join(folder, "base/layer"), "usr");
      const layer = await readFile(join(folder, "base/layer.tar"));
      const diff = `sha256:${createHash("sha256").update(layer).digest("hex")}`;
      await write(
        "base/image/config.json",
        JSON.stringify({
          architecture: "arm64",
          os: "linux",
          config: { Env: ["PATH=/usr/bin"], Entrypoint: entrypoint, Cmd: ["node"] },
          rootfs: { type: "layers", diff_ids: [diff] },
          history: [{ created_by: "base" }],
        }),
      );
      await writeFile(join(folder, "base/image/layer.tar"), wrap(layer));
      await write(
        "base/image/manifest.json",
        JSON.stringify([{ Config: "config.json", RepoTags: ["node:22"], Layers: ["layer.tar"] }]),
      );
      tar("-cf", join(folder, "base.tar"), "-C", join(folder, "base/image"), ".");
    }

    test.each([
      ["plain", (bytes: Buffer) => bytes, "tar"],
      ["compressed", (bytes: Buffer) => gzipSync(bytes), "tar+gzip"],
    ])("%s layers of it lie below, and its settings are kept", async (_, wrap, type) => {
      await project();
      await base(["docker-entrypoint.sh"], wrap);
      const file = await archive("op:v1", "image.tar", "base.tar");
      const [image] = document(file, "manifest.json");
      const config = document(file, image.Config);
      expect(config).toMatchObject({
        architecture: "arm64",
        config: { Env: ["PATH=/usr/bin", "NODE_ENV=production"], Entrypoint: ["node", "dist/main.js"] },
      });
      expect(config.config.Cmd).toBeUndefined();
      expect([config.rootfs.diff_ids.length, config.history.length, image.Layers.length]).toEqual([3, 3, 3]);
      const index = document(file, "index.json");
      const { layers } = document(file, `blobs/${index.manifests[0].digest.replace(":", "/")}`);
      expect(layers[0].mediaType).toBe(`application/vnd.oci.image.layer.v1.${type}`);
    });

    test("an image that is made may be the base of the next; gzip is seen through", async () => {
      await project();
      const first = await archive("op:v1");
      await writeFile(join(folder, "first.tar.gz"), gzipSync(await readFile(first)));
      await rm(join(folder, "image.tar"));
      const file = await archive("op:v2", "second.tar", "first.tar.gz");
      expect(document(file, "manifest.json")[0].Layers).toHaveLength(4);
    });

    test("its Node is used where it has nothing else", async () => {
      await project();
      await base(["/nodejs/bin/node"]);
      const [image] = document(await archive("op:v1", "image.tar", "base.tar"), "manifest.json");
      expect(document(join(folder, "image.tar"), image.Config).config.Entrypoint).toEqual([
        "/nodejs/bin/node",
        "dist/main.js",
      ]);
    });

    test("what is no image is refused by name", async () => {
      await project();
      await write("notes.txt", "hello");
      await expect(archive("op:v1", "image.tar", "notes.txt")).rejects.toThrow(
        /cannot use .*notes\.txt as the base: .*no tar file/,
      );
      await expect(archive("op:v1", "image.tar", "none.tar")).rejects.toThrow(
        /none\.tar as the base: there is no such file/,
      );
    });
  });

  test("what is missing is named, with what to do", async () => {
    await project();
    await rm(join(folder, "project/node_modules/a/node_modules/b"), { recursive: true });
    await rm(join(folder, "project/node_modules/b"), { recursive: true });
    await expect(archive()).rejects.toThrow(/^b, which a needs, is not installed: run "npm install" in .*project$/);
    await rm(join(folder, "project/dist"), { recursive: true });
    await expect(archive()).rejects.toThrow(/dist\/main\.js is not there: give package\.json a script named build/);
    await rm(join(folder, "project/package.json"));
    await expect(archive()).rejects.toThrow(/is no project: it has no package\.json/);
  });
});

test.each([
  ["op", "op:latest", "docker.io/library/op:latest", "docker.io"],
  ["team/op:v1", "team/op:v1", "docker.io/team/op:v1", "docker.io"],
  ["localhost:5000/op", "localhost:5000/op:latest", "localhost:5000/op:latest", "localhost:5000"],
  ["example.com/a/b.c-d:1.2", "example.com/a/b.c-d:1.2", "example.com/a/b.c-d:1.2", "example.com"],
])("the image name %s stands for %s, %s of %s", (text, tagged, full, registry) => {
  expect(parseImageName(text)).toMatchObject({ tagged, full, registry });
});

test.each([["Op:v1"], ["op:"], ["a//b"], ["op:v1 x"], [""], [`op@sha256:${"a".repeat(64)}`]])(
  "%j is no image name",
  (text) => {
    expect(() => parseImageName(text)).toThrow(/is no name for an image/);
  },
);
