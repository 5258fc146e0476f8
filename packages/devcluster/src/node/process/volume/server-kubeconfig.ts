import type { NodeContext } from "../../node-agent.ts";

/**
 * A kubeconfig for a file beside `token` and `ca.crt` of a service account.
 *
 * Containers are processes that share the machine's file system, so the well-known place of those files is not theirs.
 */
export function serverKubeconfig(server: NonNullable<NodeContext["server"]>, namespace: string): string {
  const host = server.host.includes(":") ? `[${server.host}]` : server.host;
  const config = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [
      { name: "cluster", cluster: { server: `https://${host}:${server.port}`, "certificate-authority": "ca.crt" } },
    ],
    users: [{ name: "service-account", user: { tokenFile: "token" } }],
    contexts: [{ name: "pod", context: { cluster: "cluster", user: "service-account", namespace } }],
    "current-context": "pod",
  };
  // JSON is YAML, too.
  return `${JSON.stringify(config, undefined, 2)}\n`;
}
