import { writeFile } from "node:fs/promises";
import { isInvalid } from "@kubewright/api";
import { Pod } from "@kubewright/api/core/v1";
import { type ClusterRole, ClusterRoleBinding } from "@kubewright/api/rbac/v1";
import { eventually } from "@kubewright/testing";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { Memcached } from "./edit/d/src/api/v1alpha1/memcached.ts";
import { FlowCluster, waiting } from "./flow-cluster.ts";
import { FlowProject, type RunningCommand } from "./flow-project.ts";
import { editsOf } from "./user-edits.ts";

// The scaffold's is :8081, which others may have.
const elsewhere = "--health-probe-bind-address=127.0.0.1:0";
const controller = { controller: "memcached", controllerGroup: "cache.example.com", controllerKind: "Memcached" };

/** As if typed into `kubectl apply -f -`. */
const sample = (size: number) =>
  Memcached.of({ metadata: { name: "memcached-sample", namespace: "default" }, spec: { size } });

test("flow D: an operator that runs here heals and scales what it made, and is told what it may not do", async () => {
  await using cluster = await FlowCluster.start();
  const { client } = cluster;
  await using project = await FlowProject.begin(cluster.kubeconfig);
  await project.succeed("init", "--domain", "example.com", "--repo", "github.com/example/memcached-operator");
  expect(await project.read("src/main.ts")).toContain('"health-probe-bind-address": ":8081"');
  await project.installPackages();
  await project.succeed("create", "api", "--group", "cache", "--version", "v1alpha1", "--kind", "Memcached");
  await project.write(await editsOf("d"));
  await project.succeed("manifests");
  await project.succeed("generate");
  expect(await project.succeed("install")).toMatchObject({
    output: "customresourcedefinition.apiextensions.k8s.io/memcacheds.cache.example.com created\n",
  });

  {
    await using operator = project.start("run", "--", elsewhere);
    await started(operator);
    await client.create(sample(3));
    const [first = "", ...others] = await cluster.nodes(Memcached, "memcached-sample", 3);

    await client.delete(Pod, first);
    await eventually(async () => {
      const nodes = await cluster.nodes(Memcached, "memcached-sample", 3);
      expect(nodes).toEqual(expect.arrayContaining(others));
      expect(nodes).not.toContain(first);
    }, waiting);

    await client.patch(Memcached, "memcached-sample", { merge: { spec: { size: 5 } } });
    await cluster.nodes(Memcached, "memcached-sample", 5);
    await cluster.refuses(sample(1), 0, "greater than or equal to 1");
    await cluster.refuses(sample(1), 6, "less than or equal to 5");
    const change = client.patch(Memcached, "memcached-sample", { merge: { spec: { size: 6 } } });
    await expect(change).rejects.toSatisfy(isInvalid);
    await cluster.deletes(await client.get(Memcached, "memcached-sample"));

    expect(await operator.stop()).toMatchObject({ code: 0 });
    expect(operator.log.at(-1)).toMatchObject({ msg: "manager stopped" });
  }

  // As someone who may do what the markers ask for, but one.
  const role = await project.readYaml<ClusterRole>("config/rbac/role.yaml");
  const rules = role.rules?.filter(({ resources }) => !resources?.includes("memcacheds/status")) ?? [];
  await client.create({ ...role, rules });
  const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: role.metadata.name };
  const subjects = [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "jane" }];
  await client.create(ClusterRoleBinding.of({ metadata: { name: "jane" }, roleRef, subjects }));
  const config = parse(cluster.kubeconfig) as { users: { user: { as?: string } }[] };
  for (const { user } of config.users) user.as = "jane";
  await writeFile(`${project.kubeconfig}-of-jane`, stringify(config));

  await using operator = project.start(
    "run",
    "--no-build",
    "--kubeconfig",
    `${project.kubeconfig}-of-jane`,
    "--",
    elsewhere,
  );
  await client.create(sample(1));
  // Tried again after 5 ms, 10 ms, 20 ms and so on.
  for (const retries of [1, 2, 3, 4]) {
    expect(await operator.logged({ msg: "reconciler error: a permission is missing", retries })).toMatchObject({
      level: "error",
      ...controller,
      err: { code: 403, message: expect.stringContaining('User "jane" cannot update resource "memcacheds/status"') },
      rbacMarker: "// +kubebuilder:rbac:groups=cache.example.com,resources=memcacheds/status,verbs=update",
    });
  }
  await cluster.deletes(await client.get(Memcached, "memcached-sample"));
  await project.succeed("uninstall");
}, 180_000);

/** The log is as tutorials show it, and what it says is served, is. */
async function started(operator: RunningCommand): Promise<void> {
  const { addr } = await operator.logged({ msg: "starting server", name: "health probe" });
  expect(await operator.logged({ msg: "Starting Controller" })).toMatchObject(controller);
  expect(await operator.logged({ msg: "Starting workers" })).toMatchObject({ ...controller, "worker count": 1 });
  for (const path of ["healthz", "readyz"]) {
    await eventually(async () => expect((await fetch(`http://${addr}/${path}`)).status).toBe(200), waiting);
  }
}
