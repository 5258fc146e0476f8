import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ApiClient } from "@kubewright/client";
import { CommandError } from "../errors.ts";
import type { CommandHost } from "../host.ts";
import type { WrittenImage } from "../image/image-archive.ts";
import { parseImageName } from "../image/image-name.ts";
import { makeArchive } from "../image/make-image.ts";
import { readManifest } from "../image/production-packages.ts";

/** Where clusters of `kubewright cluster` take images; `imageEndpointPath` of devcluster, without all that comes with it. */
const imagesPath = "/kubewright/v1/images";

/** Whether the cluster is one of `kubewright cluster`: others know no such path. */
export async function isEmbeddedCluster(client: ApiClient, signal: AbortSignal): Promise<boolean> {
  const { status, body } = await client.request({ method: "GET", path: imagesPath, signal });
  await body.text();
  return status === 405;
}

/** Builds the project's image and has an embedded cluster load it. Undefined where the cluster has nothing that could run it. */
export async function loadProjectImage(
  client: ApiClient,
  image: string,
  isBuilt: boolean,
  host: CommandHost,
): Promise<WrittenImage | undefined> {
  if ((await readManifest(host.folder)) === undefined) {
    host.messages.write(
      `The cluster gets no image: ${host.folder} has no project (package.json) to make ${image} of\n`,
    );
    return undefined;
  }
  const folder = await mkdtemp(join(host.temporaryFolder, "kubewright-deploy-"));
  try {
    const archive = join(folder, "image.tar");
    const written = await makeArchive({ archive, build: !isBuilt, name: parseImageName(image) }, host);
    const { status, body } = await client.request({
      method: "POST",
      path: imagesPath,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ path: archive }),
      signal: host.interrupted,
    });
    const text = await body.text();
    if (status === 200) return written;
    const message = messageOf(text);
    if (message.includes("no process nodes")) {
      host.messages.write(`The cluster has no process nodes: ${image} is not run, pods of it only look as if\n`);
      return undefined;
    }
    throw new CommandError(`the cluster does not load ${image}: ${message}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function messageOf(text: string): string {
  try {
    return (JSON.parse(text) as { message?: string }).message ?? text;
  } catch {
    return text;
  }
}
