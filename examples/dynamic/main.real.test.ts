import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigMap, Namespace } from "@kubewright/api/core/v1";
import { connect } from "@kubewright/client";
import { startReferenceServer } from "@kubewright/testing";
import { expect, test } from "vitest";
import { main } from "./main.ts";

test("dynamic counts objects of whatever kind it is asked for", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kubewright-example-"));
  try {
    await using server = await startReferenceServer();
    const kubeconfig = join(folder, "kubeconfig");
    await server.writeKubeconfig(kubeconfig);
    await using client = await connect({ kubeconfig });
    await client.create(Namespace.of({ metadata: { name: "shop" } }));
    for (const name of ["a", "b", "c"]) await client.create(ConfigMap.of({ metadata: { namespace: "shop", name } }));

    const counted = async (resource: string): Promise<string[]> => {
      const lines: string[] = [];
      await main({ kubeconfig, resource, print: (line) => lines.push(line) });
      return lines;
    };
    const maps = await counted("cm");
    expect(maps[0]).toBe("cm is ConfigMap of v1, with 8 verbs");
    expect(maps).toContain("3 in shop");
    expect((await counted("ClusterRole")).join("\n")).toMatch(
      /^ClusterRole is ClusterRole of rbac.authorization.k8s.io\/v1, with 8 verbs\n\d+ in the cluster$/,
    );
    await expect(counted("unicorns")).rejects.toMatchObject({ code: "UNKNOWN_KIND" });
  } finally {
    await rm(folder, { recursive: true });
  }
});
