import { systemTestHost, type TestHost } from "../host.ts";
import { AssetsCluster } from "./cluster/assets-cluster.ts";
import { EmbeddedCluster } from "./cluster/embedded-cluster.ts";
import { ExistingCluster } from "./cluster/existing-cluster.ts";
import type { TestCluster } from "./cluster/test-cluster.ts";
import { ClusterEnvironment } from "./cluster-environment.ts";
import type { Environment } from "./environment.ts";
import { type EnvironmentOptions, type ResolvedOptions, resolveOptions } from "./environment-options.ts";

/**
 * A cluster for tests, ready for use: its kinds are served, its nodes take pods. The caller closes it.
 *
 * Without options it is in this process and needs nothing but Node: an API server, the built-in controllers, a scheduler and a simulated
 * node. Rejects with TestingError `INVALID_OPTION` for options that are wrong, or that the cluster cannot honour.
 */
export async function startEnvironment(options: EnvironmentOptions = {}): Promise<Environment> {
  const host = options.host ?? systemTestHost();
  const resolved = resolveOptions(options, host.env);
  const cluster = await startCluster(resolved, options, host);
  const environment = new ClusterEnvironment(cluster, resolved);
  try {
    await environment.prepare();
    return environment;
  } catch (error) {
    await environment.close().catch(() => {});
    throw error;
  }
}

async function startCluster(
  resolved: ResolvedOptions,
  { assets, existing, log }: EnvironmentOptions,
  host: TestHost,
): Promise<TestCluster> {
  switch (resolved.cluster) {
    case "embedded":
      return await EmbeddedCluster.start(resolved, host, log);
    case "assets":
      return await AssetsCluster.start(resolved, assets, host, log);
    case "existing":
      return await ExistingCluster.open(existing, host);
  }
}
