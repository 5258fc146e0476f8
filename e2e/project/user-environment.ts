import { delimiter, dirname, join } from "node:path";
import { programFolder, systemTestHost } from "@kubewright/testing";

/** What a user's shell has: our command line, kubectl and the others of the Kubernetes programs, and a cluster. Nothing is fetched. */
export function userEnvironment(packages: string, kubeconfig: string): Record<string, string | undefined> {
  const host = systemTestHost();
  const { CONTAINER_TOOL: _, ...env } = host.env;
  return {
    ...env,
    PATH: [join(packages, "node_modules/.bin"), programFolder(host), env.PATH ?? ""].join(delimiter),
    KUBECONFIG: kubeconfig,
    KUBECACHEDIR: join(dirname(kubeconfig), "cache"),
    // A user's operator has port 8081. Here, others may have it.
    ARGS: "-- --health-probe-bind-address=127.0.0.1:0",
    NO_COLOR: "1",
    npm_config_offline: "true",
    npm_config_update_notifier: "false",
  };
}
