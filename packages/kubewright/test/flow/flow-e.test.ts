import { copyFile } from "node:fs/promises";
import { Deployment } from "@kubewright/api/apps/v1";
import { Namespace } from "@kubewright/api/core/v1";
import { eventually } from "@kubewright/testing";
import { expect, test } from "vitest";
import { Memcached } from "./edit/d/src/api/v1alpha1/memcached.ts";
import { FlowCluster, waiting } from "./flow-cluster.ts";
import { FlowProject } from "./flow-project.ts";
import { editsOf } from "./user-edits.ts";

const image = "example.com/memcached-operator:v0.0.1";
const example = (namespace = "default") =>
  Memcached.of({ metadata: { name: "example-memcached", namespace }, spec: { size: 3 } });

test("flow E: the same operator runs out of the cluster, for one namespace, and in it", async () => {
  await using cluster = await FlowCluster.start();
  const { client } = cluster;
  await using project = await FlowProject.begin(cluster.kubeconfig);
  await project.succeed("init", "--domain", "example.com");
  await project.installPackages();
  await project.succeed("create", "api", "--group", "cache", "--version", "v1alpha1", "--kind", "Memcached");
  await project.write(await editsOf("e"));
  await project.succeed("generate");
  await project.succeed("manifests");
  await project.succeed("install");

  {
    await copyFile(project.kubeconfig, `${project.kubeconfig}-copy`);
    const flags = ["--namespace", "default", "--kubeconfig", `${project.kubeconfig}-copy`];
    await using operator = project.start("run", ...flags, "--", "--health-probe-bind-address=127.0.0.1:0");
    await client.create(Namespace.of({ metadata: { name: "elsewhere" } }));
    await client.create(example("elsewhere"));
    await operator.logged({ msg: "Starting workers" });
    expect(operator.messages).toMatch(/Context \S+ at \S+, namespace default\. Ctrl-C stops the operator\.\n/);
    const memcached = await client.create(example());
    await cluster.nodes(Memcached, "example-memcached", 3);
    // The other one was there before.
    expect((await client.list(Deployment, { namespace: "elsewhere" })).items).toEqual([]);
    await cluster.deletes(memcached);
    await client.delete(example("elsewhere"));
    await client.delete(Namespace, "elsewhere");
  }

  await project.succeed("deploy", "--image", image);
  const memcached = await client.create(example());
  await cluster.nodes(Memcached, "example-memcached", 3);
  await eventually(async () => {
    const { items } = await client.list(Deployment, { namespace: undefined });
    expect(items.map(({ metadata, status }) => [metadata.name, status?.readyReplicas]).sort()).toEqual([
      ["example-memcached", 3],
      ["memcached-operator-controller-manager", 1],
    ]);
  }, waiting);
  await cluster.putsBack("example-memcached", 3);
  await cluster.refuses(memcached, 6, "less than or equal to 5");
  await cluster.deletes(memcached);
  await project.succeed("undeploy");
  await cluster.isEmpty();
}, 180_000);

test.each([
  ["new memcached-operator --dep-manager=dep", ["kubewright init --domain example.com"]],
  [
    "add api --api-version=cache.example.com/v1alpha1 --kind=Memcached",
    ["kubewright create api --group cache --version v1alpha1 --kind Memcached"],
  ],
  [
    "add controller --api-version=cache.example.com/v1alpha1 --kind=Memcached",
    ["kubewright create api --group cache --version v1alpha1 --kind Memcached --resource=false --controller"],
  ],
  ["generate k8s", ["kubewright generate"]],
  [`build ${image}`, [`kubewright image --image ${image} --push`, `kubewright deploy --image ${image}`]],
  [
    "up local --namespace=default --kubeconfig=./kubeconfig",
    ["kubewright run --namespace default --kubeconfig ./kubeconfig"],
  ],
])("flow E: kubewright %s is answered with today's command", async (line, commands) => {
  await using project = await FlowProject.begin("");
  const { code, output, messages } = await project.run(...line.split(" "));
  expect([code, output]).toEqual([2, ""]);
  for (const command of commands) expect(messages).toContain(`\n  ${command}`);
});
