import assert from "node:assert/strict";
import { Deployment } from "@kubewright/api/apps/v1";
import { SelfSubjectReview, TokenRequest } from "@kubewright/api/authentication/v1";
import type { Scale } from "@kubewright/api/autoscaling/v1";
import { Pod, ServiceAccount } from "@kubewright/api/core/v1";
import { PodDisruptionBudget } from "@kubewright/api/policy/v1";
import { type ContractCase, contractCases } from "../contract-case.ts";
import { askRefused } from "../fixture/answer.ts";
import { deployment, pod } from "../fixture/built-in.ts";
import { refused } from "../fixture/refused.ts";
import { serveWidgets, Widget, widget } from "../fixture/widget.ts";

const eviction = (namespace: string, name: string) => ({
  apiVersion: "policy/v1",
  kind: "Eviction",
  metadata: { namespace, name },
});

/** What hangs below objects: scale, token, eviction, binding. */
export const subresourceCases: ContractCase[] = contractCases("subresource", {
  "scale of a Deployment shows and sets how many it wants": async ({ client, namespace }) => {
    const { metadata } = await client.create(deployment(namespace, "web"));
    const scale = client.subresource("scale");
    const current = await scale.get<Scale>(Deployment, metadata);
    assert.deepEqual([current.apiVersion, current.kind], ["autoscaling/v1", "Scale"]);
    assert.equal(current.spec?.replicas, 1);
    assert.equal(current.status?.selector, "app=web");
    const updated = await scale.update(Deployment, metadata, { ...current, spec: { replicas: 4 } });
    assert.equal(updated.spec?.replicas, 4);
    const patched = await scale.patch<Scale>(Deployment, metadata, { merge: { spec: { replicas: 5 } } });
    assert.equal(patched.spec?.replicas, 5);
    const stored = await client.get(Deployment, metadata);
    assert.equal(stored.spec?.replicas, 5);
    assert.equal(stored.metadata.generation, 3);
  },

  "scale refuses a version that is not the newest": async ({ client, namespace }) => {
    const { metadata } = await client.create(deployment(namespace, "web"));
    const scale = client.subresource("scale");
    const old = await scale.get<Scale>(Deployment, metadata);
    await scale.patch(Deployment, metadata, { merge: { spec: { replicas: 2 } } });
    await refused(scale.update(Deployment, metadata, { ...old, spec: { replicas: 3 } }), {
      code: 409,
      reason: "Conflict",
      message:
        'Operation cannot be fulfilled on deployments.apps "web": the object has been modified; ' +
        "please apply your changes to the latest version and try again",
    });
  },

  "scale of a custom resource is where its definition says": async ({ client, namespace }) => {
    await serveWidgets(client);
    const { metadata } = await client.create(widget(namespace, "web", { replicas: 1 }));
    await client.status.patch(Widget, metadata, { merge: { status: { replicas: 2, selector: "app=web" } } });
    const scale = client.subresource("scale");
    const current = await scale.get<Scale>(Widget, metadata);
    assert.deepEqual(current.spec, { replicas: 1 });
    assert.deepEqual(current.status, { replicas: 2, selector: "app=web" });
    await scale.update(Widget, metadata, { ...current, spec: { replicas: 6 } });
    const stored = await client.get(Widget, metadata);
    assert.equal(stored.spec.replicas, 6);
    assert.equal(stored.metadata.generation, 2);
  },

  "scale of an object that is not there is refused": async ({ client, namespace }) => {
    await refused(client.subresource("scale").get(Deployment, { namespace, name: "web" }), {
      code: 404,
      reason: "NotFound",
      message: 'deployments.apps "web" not found',
    });
  },

  "token lets one act as a service account": async ({ server, client, namespace }) => {
    const { metadata } = await client.create(ServiceAccount.of({ metadata: { namespace, name: "robot" } }));
    const request = TokenRequest.of({
      metadata: { namespace, name: "robot" },
      spec: { audiences: [], expirationSeconds: 600 },
    });
    const { status } = await client.subresource("token").create(ServiceAccount, metadata, request);
    assert.match(status?.expirationTimestamp ?? "", /^\d{4}-/);
    const robot = await server.clientWithToken(status!.token!);
    const me = await robot.create({
      ...SelfSubjectReview.of({ metadata: { name: "" } }),
      metadata: { generateName: "me-" },
    });
    const { userInfo } = (me as SelfSubjectReview).status!;
    assert.equal(userInfo?.username, `system:serviceaccount:${namespace}:robot`);
    assert.deepEqual(userInfo?.groups, [
      "system:serviceaccounts",
      `system:serviceaccounts:${namespace}`,
      "system:authenticated",
    ]);
  },

  "token for less than ten minutes is refused": async ({ client, namespace }) => {
    const { metadata } = await client.create(ServiceAccount.of({ metadata: { namespace, name: "robot" } }));
    const request = TokenRequest.of({
      metadata: { namespace, name: "robot" },
      spec: { audiences: [], expirationSeconds: 60 },
    });
    await refused(client.subresource("token").create(ServiceAccount, metadata, request), {
      code: 422,
      reason: "Invalid",
      message: /spec.expirationSeconds: Invalid value: 60: may not specify a duration less than 10 minutes$/,
    });
  },

  "eviction deletes a pod with its grace period": async ({ client, namespace }) => {
    const { metadata } = await client.create(pod(namespace, "web"));
    const running = {
      merge: { status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] } },
    } as const;
    await client.status.patch(Pod, metadata, running);
    await client.subresource("eviction").create(Pod, metadata, eviction(namespace, "web"));
    assert.equal((await client.get(Pod, metadata)).metadata.deletionGracePeriodSeconds, 30);
  },

  "eviction is refused when too few would be left": async ({ client, namespace }) => {
    const { metadata } = await client.create(pod(namespace, "web", { labels: { app: "web" } }));
    const running = {
      merge: { status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] } },
    } as const;
    await client.status.patch(Pod, metadata, running);
    const spec = { minAvailable: 1, selector: { matchLabels: { app: "web" } } };
    const budget = await client.create(PodDisruptionBudget.of({ metadata: { namespace, name: "web" }, spec }));
    const status = {
      currentHealthy: 1,
      desiredHealthy: 1,
      expectedPods: 1,
      disruptionsAllowed: 0,
      observedGeneration: 1,
    };
    await client.status.patch(PodDisruptionBudget, budget.metadata, { merge: { status } });
    const refusal = await refused(client.subresource("eviction").create(Pod, metadata, eviction(namespace, "web")), {
      code: 429,
      reason: "TooManyRequests",
      message: "Cannot evict pod as it would violate the pod's disruption budget.",
    });
    assert.deepEqual(refusal.details?.causes, [
      { reason: "DisruptionBudget", message: "The disruption budget web needs 1 healthy pods and has 1 currently" },
    ]);
  },

  "binding puts a pod on a node, once": async ({ client, namespace }) => {
    const { metadata } = await client.create(pod(namespace, "web", { nodeName: "" }));
    const binding = {
      apiVersion: "v1",
      kind: "Binding",
      metadata: { namespace, name: "web" },
      target: { kind: "Node", name: "node" },
    };
    await client.subresource("binding").create(Pod, metadata, binding);
    assert.equal((await client.get(Pod, metadata)).spec?.nodeName, "node");
    await refused(client.subresource("binding").create(Pod, metadata, binding), {
      code: 409,
      reason: "Conflict",
      message: 'Operation cannot be fulfilled on pods/binding "web": pod web is already assigned to node "node"',
    });
  },

  "that does not exist is refused": async ({ client, namespace }) => {
    await client.create(deployment(namespace, "web"));
    await askRefused(
      client,
      "GET",
      `/apis/apps/v1/namespaces/${namespace}/deployments/web/nothing`,
      {},
      {
        code: 404,
        reason: "NotFound",
        message: "the server could not find the requested resource",
      },
    );
  },
});
