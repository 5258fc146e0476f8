import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DynamicObject, defineKind, isForbidden } from "@kubewright/api";
import { CustomResourceDefinition } from "@kubewright/api/apiextensions/v1";
import { Deployment, ReplicaSet } from "@kubewright/api/apps/v1";
import { ConfigMap, Namespace, Pod } from "@kubewright/api/core/v1";
import { connect } from "@kubewright/client";
import { Result } from "@kubewright/runtime";
import { startEnvironment, startReferenceServer, systemTestHost, watchForLeaks } from "@kubewright/testing";
import { describe, expect, test } from "vitest";

const Tea = defineKind<DynamicObject>({ group: "kitchen.example.com", version: "v1", kind: "Tea" });
const definition = CustomResourceDefinition.of({
  metadata: { name: "teas.kitchen.example.com" },
  spec: {
    group: "kitchen.example.com",
    scope: "Namespaced",
    names: { plural: "teas", kind: "Tea" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      },
    ],
  },
});

const labels = { app: "web" };
const template = { metadata: { labels }, spec: { containers: [{ name: "web", image: "web:1" }] } };
const web = Deployment.of({
  metadata: { name: "web" },
  spec: { replicas: 2, selector: { matchLabels: labels }, template },
});

describe("an environment on kube-apiserver", () => {
  test("has the controllers and nodes of the embedded one, and leaves nothing open", async () => {
    await using _leaks = watchForLeaks();
    await using environment = await startEnvironment({
      cluster: "assets",
      crds: [definition],
      nodes: { simulated: 2 },
    });
    expect(environment.description).toMatch(/^the kube-apiserver at https:\/\/127\.0\.0\.1:\d+$/);
    const { client, eventually, name } = await environment.namespace();
    await client.create(Tea.of({ metadata: { name: "assam" } }));

    const made = await client.create(web);
    const expected = { status: { readyReplicas: 2, conditions: [{ type: "Available", status: "True" }] } } as const;
    await eventually(Deployment, "web", expected);
    const pods = (await client.list(Pod)).items;
    expect(new Set(pods.map(({ spec }) => spec?.nodeName))).toEqual(new Set(["node-1", "node-2"]));
    const [set] = (await client.list(ReplicaSet)).items;
    await client.delete(made);
    await eventually.gone(set!);

    const failed = eventually(Deployment, "web", {}, { timeoutMs: 200 });
    await expect(failed).rejects.toThrow(`Deployment ${name}/web, after 200 ms, does not exist`);

    const jane = environment.client({ user: "jane", namespace: name });
    await expect(jane.list(Pod, { namespace: name })).rejects.toSatisfy(isForbidden);
  });

  test("runs a manager", async () => {
    await using environment = await startEnvironment({ cluster: "assets", nodes: 0 });
    const { client, eventually, name } = await environment.namespace();
    await environment.startManager((manager) =>
      manager
        .controller("shout")
        .for(ConfigMap)
        .reconcile(async ({ key, client, signal }) => {
          const map = await client.find(ConfigMap, key, { signal });
          if (map === undefined || key.namespace !== name || key.name !== "settings") return Result.done();
          const greeting = map.data?.greeting?.toUpperCase() ?? "";
          await client.patch(ConfigMap, key, { merge: { data: { greeting } } }, { signal });
          return Result.done();
        }),
    );
    await client.create(ConfigMap.of({ metadata: { name: "settings" }, data: { greeting: "hi" } }));
    await eventually(ConfigMap, "settings", { data: { greeting: "HI" } });
  });

  test("says which program is missing", async () => {
    await expect(startEnvironment({ cluster: "assets", assets: { programs: "/nowhere" } })).rejects.toMatchObject({
      code: "PROGRAM_MISSING",
    });
  });
});

describe("an environment on an existing cluster", () => {
  test("uses what a kubeconfig names, cleans up after itself, and leaves nothing open", async () => {
    await using server = await startReferenceServer();
    const folder = await mkdtemp(join(tmpdir(), "kubewright-existing-"));
    try {
      const kubeconfig = join(folder, "config");
      await server.writeKubeconfig(kubeconfig);
      const shown: string[] = [];
      const host = {
        ...systemTestHost(),
        env: { KUBECONFIG: kubeconfig },
        showToUser: (text: string) => void shown.push(text),
      };
      await using leaks = watchForLeaks();
      const environment = await startEnvironment({
        cluster: "existing",
        existing: { context: "reference" },
        crds: [definition],
        host,
      });
      const { client, eventually, name } = await environment.namespace("shop");
      expect(name).toMatch(/^shop-/);
      expect(shown).toEqual([`tests use the existing cluster ${server.url}, context reference of ${kubeconfig}\n`]);
      await client.create(Tea.of({ metadata: { name: "assam" } }));
      await eventually(Tea, "assam");
      const jane = environment.client({ user: "jane", groups: ["guests"], namespace: name });
      await expect(jane.get(ConfigMap, "settings")).rejects.toThrow('User "jane" cannot get resource "configmaps"');
      await environment.writeKubeconfig(join(folder, "copy"));
      await environment.close();
      await leaks.check();

      await using after = await connect({ kubeconfig: join(folder, "copy") });
      // Nobody is there who would let it go.
      expect((await after.get(Namespace, { name })).status?.phase).toBe("Terminating");
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
