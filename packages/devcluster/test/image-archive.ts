import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Writes an archive, as `docker save` does, of an image that runs a program for Node; tells where. */
export async function writeImageArchive(folder: string, name: string, program: string): Promise<string> {
  const digest = createHash("sha256").update(program).digest("hex");
  await mkdir(join(folder, "layer/app"), { recursive: true });
  await mkdir(join(folder, "image"), { recursive: true });
  await writeFile(join(folder, "layer/app/main.mjs"), program);
  execFileSync("tar", ["-czf", join(folder, "image/layer.tar"), "-C", join(folder, "layer"), "app"]);
  const config = { config: { Entrypoint: ["node", "/app/main.mjs"] } };
  await writeFile(join(folder, `image/${digest}.json`), JSON.stringify(config));
  const manifest = [{ Config: `${digest}.json`, RepoTags: [name], Layers: ["layer.tar"] }];
  await writeFile(join(folder, "image/manifest.json"), JSON.stringify(manifest));
  const archive = join(folder, "image.tar");
  execFileSync("tar", ["-cf", archive, "-C", join(folder, "image"), "."]);
  return archive;
}
