import { request as sendRequest } from "node:https";
import { Pod, ServiceAccount } from "@kubewright/api/core/v1";
import { ClusterRoleBinding } from "@kubewright/api/rbac/v1";
import type { Client } from "@kubewright/client";
import { eventually } from "@kubewright/testing";
import { expect } from "vitest";
import { waiting } from "./flow-cluster.ts";

/** The metrics of a project's operator are for those who have its role for them. */
export async function expectGuardedMetrics(client: Client, project: string): Promise<void> {
  const readers = readersOf(project, "reader");
  await client.create(readers);
  const managers = (await client.list(Pod, { namespace: `${project}-system` })).items;
  const read = (token: string): Promise<string[]> =>
    Promise.all(managers.map(({ status }) => readMetrics(status?.podIP ?? "", token)));
  expect(new Set(await read("none"))).toEqual(new Set(["401 Unauthorized\n"]));
  const stranger = "system:serviceaccount:default:stranger";
  expect(new Set(await read(await tokenOf(client, "stranger")))).toEqual(
    new Set([`403 Authorization denied for user ${stranger}\n`]),
  );
  const token = await tokenOf(client, "reader");
  // Where there are several, the one that leads has a controller, as soon as it does.
  await eventually(async () => {
    const answers = await read(token);
    expect(answers.filter((answer) => !answer.startsWith("200 "))).toEqual([]);
    expect(answers.join("")).toMatch(/^controller_runtime_active_workers\{controller="memcached"\} 0$/m);
  }, waiting);
  await client.delete(readers);
}

/** A token of a new service account in the namespace default. */
async function tokenOf(client: Client, name: string): Promise<string> {
  await client.create(ServiceAccount.of({ metadata: { namespace: "default", name } }));
  const body = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: { audiences: [] } };
  const request: typeof body & { status?: { token?: string } } = body;
  const { status } = await client.subresource("token").create(ServiceAccount, { namespace: "default", name }, request);
  return status?.token ?? "";
}

/** Lets a service account of the namespace default read the metrics. */
function readersOf(project: string, name: string): ClusterRoleBinding {
  return ClusterRoleBinding.of({
    metadata: { name: "readers" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: `${project}-metrics-reader` },
    subjects: [{ kind: "ServiceAccount", name, namespace: "default" }],
  });
}

/** The status and the body. */
function readMetrics(host: string, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    const options = { host, port: 8443, path: "/metrics", headers, agent: false, rejectUnauthorized: false };
    sendRequest(options, (response) => {
      let text = `${response.statusCode} `;
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      response.once("end", () => resolve(text)).once("error", reject);
    })
      .once("error", reject)
      .end();
  });
}
