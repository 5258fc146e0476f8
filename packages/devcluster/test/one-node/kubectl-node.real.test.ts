import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { DevCluster } from "../../src/cluster/dev-cluster.ts";
import { typeCommands } from "./kubectl/type-commands.ts";
import { nodePrograms } from "./programs.ts";
import { recordingFile } from "./recording.ts";

test("kubectl says of a dev cluster's pods what it says of a real node's", { timeout: 300_000 }, async () => {
  await using cluster = await DevCluster.start({ listen: {}, processNodes: { images: nodePrograms } });
  const [node] = cluster.processNodes;
  const target = { kubeconfig: cluster.kubeconfig(), node: { name: node?.name ?? "", ip: node?.address ?? "" } };
  const printed = await typeCommands(target);
  expect(printed).toEqual(JSON.parse(await readFile(recordingFile("kubectl"), "utf8")));
});
