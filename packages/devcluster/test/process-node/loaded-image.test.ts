import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadImageArchive } from "../../src/image/archive/load-image-archive.ts";
import { LoadedImages } from "../../src/image/loaded-images.ts";
import { systemNodeHost } from "../../src/node/process/host.ts";
import { ProcessRig } from "./process-rig.ts";

const digest = "c".repeat(64);
const program = "import { name } from './name.mjs'; console.log(name, process.env.MODE, process.argv.slice(2).join());";

test("a pod runs the entrypoint of an image that was loaded from an archive", async () => {
  const folder = await mkdtemp(join(tmpdir(), "loaded-image-"));
  try {
    await mkdir(join(folder, "layer/app"), { recursive: true });
    await mkdir(join(folder, "image"));
    await writeFile(join(folder, "layer/app/main.mjs"), program);
    await writeFile(join(folder, "layer/app/name.mjs"), "export const name = 'operator';");
    execFileSync("tar", ["-czf", join(folder, "image/layer.tar"), "-C", join(folder, "layer"), "app"]);
    const config = { config: { Entrypoint: ["node", "/app/main.mjs"], Cmd: ["run"], Env: ["MODE=test"] } };
    await writeFile(join(folder, `image/${digest}.json`), JSON.stringify(config));
    const manifest = [{ Config: `${digest}.json`, RepoTags: ["example.com/operator:v1"], Layers: ["layer.tar"] }];
    await writeFile(join(folder, "image/manifest.json"), JSON.stringify(manifest));
    execFileSync("tar", ["-cf", join(folder, "image.tar"), "-C", join(folder, "image"), "."]);

    const images = new LoadedImages(systemNodeHost());
    for (const image of await loadImageArchive(join(folder, "image.tar"), join(folder, "images"))) images.add(image);
    await using rig = await ProcessRig.start({ images });
    await rig.create("operator", {
      restartPolicy: "Never",
      containers: [{ name: "main", image: "example.com/operator:v1" }],
    });
    const pod = await rig.until("operator", ({ status }) => expect(status?.phase).toBe("Succeeded"));
    expect(await rig.logs(pod)).toBe("operator test run\n");
    expect(pod.status?.containerStatuses?.[0]?.imageID).toBe(`sha256:${digest}`);
  } finally {
    await rm(folder, { recursive: true });
  }
});
