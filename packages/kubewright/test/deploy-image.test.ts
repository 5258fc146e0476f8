import { readFile } from "node:fs/promises";
import { Deployment } from "@kubewright/api/apps/v1";
import { Namespace, Pod, ServiceAccount } from "@kubewright/api/core/v1";
import { type ClusterRole, ClusterRoleBinding } from "@kubewright/api/rbac/v1";
import { startEnvironment } from "@kubewright/testing";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { Memcached } from "./golden/deploy-image/src/api/v1alpha1/memcached.ts";
import { setupMemcachedController } from "./golden/deploy-image/src/controller/memcached-controller.ts";

const config = new URL("golden/deploy-image/config/", import.meta.url);

test("the operator of the plugin deploy-image runs memcached as processes, with no more rights than its markers give", async () => {
  const crds = [new URL("crd/bases", config)];
  await using environment = await startEnvironment({ crds, nodes: { process: 1 } });
  const admin = environment.client();
  const role = parse(await readFile(new URL("rbac/role.yaml", config), "utf8")) as ClusterRole;
  await admin.create(role);
  await admin.create(Namespace.of({ metadata: { name: "system" } }));
  await admin.create(ServiceAccount.of({ metadata: { name: "operator", namespace: "system" } }));
  const subjects = [{ kind: "ServiceAccount", name: "operator", namespace: "system" }];
  const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: role.metadata.name };
  await admin.create(ClusterRoleBinding.of({ metadata: { name: "operator" }, roleRef, subjects }));
  const identity = { serviceAccount: "system/operator" };
  await environment.startManager((manager) => setupMemcachedController(manager), { identity });

  const { client, eventually } = await environment.namespace();
  const sample = parse(await readFile(new URL("samples/cache_v1alpha1_memcached.yaml", config), "utf8")) as Memcached;
  await client.create(sample);
  await eventually(Memcached, "memcached-sample", {
    status: {
      conditions: [
        {
          ...{ type: "Available", status: "True", reason: "Reconciling", observedGeneration: 1 },
          message: "Deployment for custom resource (memcached-sample) with 1 replicas created successfully",
        },
      ],
    },
  });

  await client.patch(Memcached, "memcached-sample", { merge: { spec: { size: 3 } } });
  await eventually(Deployment, "memcached-sample", { status: { availableReplicas: 3 } });
  const { items } = await client.list(Pod);
  expect(items.map(({ status }) => status?.phase)).toEqual(["Running", "Running", "Running"]);
  const memcached = await eventually(Memcached, "memcached-sample", {
    status: { conditions: [{ type: "Available", status: "True", observedGeneration: 2 }] },
  });

  await client.delete(memcached);
  await eventually.gone(memcached);
  await eventually.gone(Deployment, "memcached-sample");
});
