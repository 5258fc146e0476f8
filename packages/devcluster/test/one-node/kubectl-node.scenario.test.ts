import { expect, test } from "vitest";
import { startOneNode } from "../../../../e2e/cluster/start-one-node.ts";
import { typeCommands } from "./kubectl/type-commands.ts";
import { images } from "./programs.ts";
import { recordingFile } from "./recording.ts";

test("kubectl says of a real node what is recorded", { timeout: 600_000 }, async () => {
  await using node = await startOneNode({ images });
  const kubeconfig = node.server.kubeconfig();
  const printed = await typeCommands({ kubeconfig, node: { name: node.nodeName, ip: node.nodeIp } });
  await expect(`${JSON.stringify(printed, undefined, 2)}\n`).toMatchFileSnapshot(recordingFile("kubectl"));
});
