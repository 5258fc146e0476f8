import assert from "node:assert/strict";
import { isForbidden } from "@kubewright/api";
import { SelfSubjectAccessReview } from "@kubewright/api/authorization/v1";
import { ConfigMap, Node } from "@kubewright/api/core/v1";
import { Role, RoleBinding } from "@kubewright/api/rbac/v1";
import type { Client } from "@kubewright/client";
import { type ContractCase, contractCases } from "../contract-case.ts";
import { askRefused } from "../fixture/answer.ts";
import { configMap } from "../fixture/built-in.ts";
import { refused } from "../fixture/refused.ts";

const forbidden = (message: string) => ({ code: 403, reason: "Forbidden", message });

/** Lets a user do something with ConfigMaps. The server learns of it a little later. */
async function grant(client: Client, namespace: string, user: string, verbs: string[]): Promise<void> {
  const metadata = { namespace, name: user };
  await client.create(Role.of({ metadata, rules: [{ apiGroups: [""], resources: ["configmaps"], verbs }] }));
  await client.create(
    RoleBinding.of({
      metadata,
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: user },
      subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: user }],
    }),
  );
}

/** Repeats a call while it is forbidden. */
async function onceAllowed<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (!isForbidden(error) || attempt === 1_000) throw error;
    }
  }
}

/** Who one is, and what one may do. */
export const authorizationCases: ContractCase[] = contractCases("authorization", {
  "refuses what nobody allowed, and says to whom and what": async ({ server, namespace }) => {
    const jane = await server.clientAs("jane");
    const where = `in API group "" in the namespace "${namespace}"`;
    const status = await refused(
      jane.get(ConfigMap, { namespace, name: "web" }),
      forbidden(`configmaps "web" is forbidden: User "jane" cannot get resource "configmaps" ${where}`),
    );
    assert.deepEqual(status.details, { name: "web", kind: "configmaps" });
    await refused(
      jane.list(ConfigMap, { namespace }),
      forbidden(`configmaps is forbidden: User "jane" cannot list resource "configmaps" ${where}`),
    );
    await refused(
      jane.create(configMap(namespace, "web")),
      forbidden(`configmaps is forbidden: User "jane" cannot create resource "configmaps" ${where}`),
    );
    await refused(
      jane.delete(ConfigMap, { namespace, name: "web" }),
      forbidden(`configmaps "web" is forbidden: User "jane" cannot delete resource "configmaps" ${where}`),
    );
    await refused(
      jane.patch(ConfigMap, { namespace, name: "web" }, { merge: {} }),
      forbidden(`configmaps "web" is forbidden: User "jane" cannot patch resource "configmaps" ${where}`),
    );
  },

  "refuses to watch": async ({ server, namespace }) => {
    const jane = await server.clientAs("jane");
    const watch = async () => {
      for await (const _ of jane.watch(ConfigMap, { namespace })) break;
    };
    await refused(
      watch(),
      forbidden(
        `configmaps is forbidden: User "jane" cannot watch resource "configmaps" in API group "" in the namespace "${namespace}"`,
      ),
    );
  },

  "refuses what concerns the cluster": async ({ server }) => {
    const jane = await server.clientAs("jane");
    await refused(
      jane.get(Node, { name: "node" }),
      forbidden(
        'nodes "node" is forbidden: User "jane" cannot get resource "nodes" in API group "" at the cluster scope',
      ),
    );
    await refused(
      jane.list(ConfigMap),
      forbidden(
        'configmaps is forbidden: User "jane" cannot list resource "configmaps" in API group "" at the cluster scope',
      ),
    );
    await askRefused(jane, "GET", "/metrics", {}, forbidden('forbidden: User "jane" cannot get path "/metrics"'));
  },

  "refuses a subresource by its name": async ({ server, namespace }) => {
    const jane = await server.clientAs("jane");
    await askRefused(
      jane,
      "GET",
      `/apis/apps/v1/namespaces/${namespace}/deployments/web/status`,
      {},
      forbidden(
        'deployments.apps "web" is forbidden: User "jane" cannot get resource "deployments/status" in API group "apps" ' +
          `in the namespace "${namespace}"`,
      ),
    );
  },

  "refuses before it says whether a resource exists": async ({ server }) => {
    const jane = await server.clientAs("jane");
    await askRefused(
      jane,
      "GET",
      "/apis/nothing.example.com/v1/nothings",
      {},
      forbidden(
        'nothings.nothing.example.com is forbidden: User "jane" cannot list resource "nothings" in API group ' +
          '"nothing.example.com" at the cluster scope',
      ),
    );
  },

  "allows what a role allows, in its namespace, and no more": async ({ server, client, namespace }) => {
    const jane = await server.clientAs("jane");
    await client.create(configMap(namespace, "web"));
    await grant(client, namespace, "jane", ["get", "list"]);
    const found = await onceAllowed(() => jane.get(ConfigMap, { namespace, name: "web" }));
    assert.deepEqual(found.data, { a: "1" });
    assert.equal((await jane.list(ConfigMap, { namespace })).items.length, 1);
    await assert.rejects(jane.delete(found), isForbidden);
    await assert.rejects(jane.list(ConfigMap, { namespace: "default" }), isForbidden);
  },

  "of apply needs create too when there is nothing yet": async ({ server, client, namespace }) => {
    const john = await server.clientAs("john");
    await client.create(configMap(namespace, "there"));
    await grant(client, namespace, "john", ["patch"]);
    const options = { fieldManager: "john", force: true };
    await onceAllowed(() => john.apply(configMap(namespace, "there"), options));
    await refused(
      john.apply(configMap(namespace, "new"), options),
      forbidden(
        'configmaps "new" is forbidden: User "john" cannot create resource "configmaps" in API group "" ' +
          `in the namespace "${namespace}"`,
      ),
    );
  },

  "lets nobody grant more than he has": async ({ server, client, namespace }) => {
    const judy = await server.clientAs("judy");
    const metadata = { namespace, name: "judy" };
    const rules = [{ apiGroups: ["rbac.authorization.k8s.io"], resources: ["roles"], verbs: ["create"] }];
    await client.create(Role.of({ metadata, rules }));
    const apiGroup = "rbac.authorization.k8s.io";
    const roleRef = { apiGroup, kind: "Role", name: "judy" };
    await client.create(RoleBinding.of({ metadata, roleRef, subjects: [{ apiGroup, kind: "User", name: "judy" }] }));
    const more = [{ apiGroups: [""], resources: ["secrets"], verbs: ["get"] }];
    const attempt = () => judy.create(Role.of({ metadata: { namespace, name: "more" }, rules: more }));
    const escalation = /is attempting to grant RBAC permissions not currently held:/;
    let message = "";
    for (let tries = 0; tries < 1_000 && !escalation.test(message); tries++) {
      message = await attempt().then(
        () => assert.fail("the role was created"),
        (error: unknown) => (isForbidden(error) ? String(error) : assert.fail(String(error))),
      );
    }
    assert.match(message, escalation);
  },

  "tells one what one may do": async ({ server, client, namespace }) => {
    const jane = await server.clientAs("jane");
    const may = async (who: Client) => {
      const resourceAttributes = { verb: "get", resource: "secrets", namespace };
      const review = SelfSubjectAccessReview.of({ metadata: { name: "" }, spec: { resourceAttributes } });
      return (await who.create(review)).status?.allowed;
    };
    assert.equal(await may(client), true);
    assert.equal(await may(jane), false);
  },

  "refuses a token that it does not know": async ({ server, namespace }) => {
    const stranger = await server.clientWithToken("not-a-token");
    await refused(stranger.list(ConfigMap, { namespace }), {
      code: 401,
      reason: "Unauthorized",
      message: "Unauthorized",
    });
  },

  "lets the privileged act as someone else": async ({ client, namespace }) => {
    await askRefused(
      client,
      "GET",
      `/api/v1/namespaces/${namespace}/configmaps`,
      { headers: { "impersonate-user": "jim" } },
      forbidden(
        `configmaps is forbidden: User "jim" cannot list resource "configmaps" in API group "" in the namespace "${namespace}"`,
      ),
    );
  },
});
