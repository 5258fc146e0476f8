import { access } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { findCondition, isConditionTrue } from "@kubewright/api";
import { Deployment } from "@kubewright/api/apps/v1";
import { Pod } from "@kubewright/api/core/v1";
import { Event } from "@kubewright/api/events/v1";
import { eventually } from "@kubewright/testing";
import { expect, test } from "vitest";
import { Memcached } from "../golden/deploy-image/src/api/v1alpha1/memcached.ts";
import { FlowCluster, waiting } from "./flow-cluster.ts";
import { FlowProject } from "./flow-project.ts";
import { expectGuardedMetrics } from "./operator-metrics.ts";

const image = "example.com/memcached-operator:v1";
const sample = "config/samples/cache_v1alpha1_memcached.yaml";
const labels = { "app.kubernetes.io/name": "memcached", "app.kubernetes.io/instance": "memcached-sample" };

test("flow C: what the deploy-image plugin makes goes into a cluster without Docker, serves memcached, and goes again", async () => {
  await using cluster = await FlowCluster.start();
  await using project = await FlowProject.begin(cluster.kubeconfig);
  await project.succeed("init", "--domain", "example.com");
  await project.installPackages();
  await project.succeed(
    ..."create api --group cache --version v1alpha1 --kind Memcached --image=memcached:1.4.36-alpine".split(" "),
    ..."--image-container-command=memcached,-m=64,-o,modern,-v --image-container-port=11211".split(" "),
    ..."--run-as-user=1001 --plugins=deploy-image/v1-alpha --make=false".split(" "),
  );
  for (const role of ["admin", "editor", "viewer"]) {
    expect(await project.readYaml(`config/rbac/memcached_${role}_role.yaml`)).toMatchObject({ kind: "ClusterRole" });
  }
  await access(join(project.folder, "test/memcached-controller.test.ts"));
  const early = await project.run("install");
  expect([early.code, early.messages]).toEqual([
    1,
    expect.stringContaining('"kubewright manifests" writes definitions\n'),
  ]);
  await project.succeed("manifests");

  // By hand what deploy does by itself: an archive, loaded into the cluster.
  await project.succeed("image", "--image", image, "--archive");
  expect(await project.succeed("cluster", "load", "memcached-operator.tar")).toMatchObject({
    output: `Loaded ${image}\n`,
  });
  expect(await project.succeed("deploy", "--image", image)).toMatchObject({
    messages: expect.not.stringMatching(/^(error|warning)/im),
    output: expect.stringMatching(/ is available\n$/),
  });

  await expectGuardedMetrics(cluster.client, "memcached-operator");

  await project.edit(sample, "size: 1", "size: 2");
  const memcached = await cluster.client.create(await project.readYaml<Memcached>(sample));
  const pods = await cluster.running(memcached, 2, labels);
  const states = await cluster.history(Memcached, memcached, ({ status }) =>
    isConditionTrue(status?.conditions, "Available"),
  );
  expect(states[0]?.metadata.finalizers).toEqual(["cache.example.com/finalizer"]);
  const available = states.map(({ status }) => findCondition(status?.conditions, "Available"));
  expect(available.find((condition) => condition !== undefined)).toMatchObject({
    status: "Unknown",
    message: "Starting reconciliation",
  });
  expect(available.at(-1)?.message).toBe(
    "Deployment for custom resource (memcached-sample) with 2 replicas created successfully",
  );
  for (const name of pods) {
    const { status } = await cluster.client.get(Pod, name);
    expect(await eventually(() => setAndGet(status?.podIP ?? ""), waiting)).toBe(
      "STORED\r\nVALUE a 0 1\r\n7\r\nEND\r\n",
    );
  }
  const { spec } = await cluster.client.get(Deployment, "memcached-sample");
  expect(spec.template.spec?.containers[0]).toMatchObject({
    image: "memcached:1.4.36-alpine",
    command: ["memcached", "-m=64", "-o", "modern", "-v"],
    ports: [{ containerPort: 11211 }],
    securityContext: { runAsUser: 1001 },
  });
  await cluster.putsBack("memcached-sample", 2);
  await cluster.refuses(memcached, 0, "greater than or equal to 1");
  await cluster.refuses(memcached, 4, "less than or equal to 3");

  const before = await cluster.client.get(Memcached, "memcached-sample");
  await cluster.deletes(before);
  const degraded = await cluster.history(Memcached, before, ({ status }) =>
    isConditionTrue(status?.conditions, "Degraded"),
  );
  expect(degraded.map(({ status }) => findCondition(status?.conditions, "Degraded")?.status)).toEqual(
    expect.arrayContaining(["Unknown", "True"]),
  );
  await eventually(async () => {
    const { items } = await cluster.client.list(Event, { namespace: "default" });
    expect(items).toContainEqual(
      expect.objectContaining({
        type: "Warning",
        reason: "Deleting",
        note: "Custom Resource memcached-sample is being deleted from the namespace default",
      }),
    );
  }, waiting);

  // The operator removes the finalizer of what is left before it goes itself.
  const left = await cluster.client.create(await project.readYaml<Memcached>(sample));
  await cluster.running(left, 2, labels);
  await project.succeed("undeploy");
  await cluster.isEmpty();
}, 180_000);

/** Keeps a value in a memcached and reads it again. */
async function setAndGet(host: string): Promise<string> {
  const socket = connect({ host, port: 11211 });
  try {
    socket.write("set a 0 0 1\r\n7\r\nget a\r\n");
    let answer = "";
    for await (const chunk of socket.setEncoding("utf8")) {
      answer += chunk;
      if (answer.endsWith("END\r\n")) break;
    }
    return answer;
  } finally {
    socket.destroy();
  }
}
