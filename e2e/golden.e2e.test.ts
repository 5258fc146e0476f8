import { cp, readFile, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Deployment } from "@kubewright/api/apps/v1";
import { Pod, Service, ServiceAccount } from "@kubewright/api/core/v1";
import { eventually } from "@kubewright/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectGuardedMetrics } from "../packages/kubewright/test/flow/operator-metrics.ts";
import { TypedShell } from "../packages/kubewright/test/flow/typed/typed-shell.ts";
import { clusterState } from "./cluster/cluster-state.ts";
import { type E2eCluster, startE2eCluster } from "./cluster/start-e2e-cluster.ts";
import { installPackages } from "./project/install-packages.ts";
import { userEnvironment } from "./project/user-environment.ts";

const goldenFolder = fileURLToPath(new URL("../packages/kubewright/test/golden", import.meta.url));
const namespace = "memcached-operator-system";
const waiting = { timeoutMs: 60_000, intervalMs: 100 };

describe("the operator of a scaffolded project runs on a real cluster", () => {
  let cluster: E2eCluster;
  let packages: string;

  beforeAll(async () => {
    packages = await installPackages();
    cluster = await startE2eCluster(["docker.io/library/memcached:1.4.36-alpine"]);
  });
  afterAll(async () => {
    await cluster?.[Symbol.asyncDispose]();
    if (packages !== undefined) await rm(packages, { recursive: true });
  });

  test.each(["default", "deploy-image", "two-groups"])("%s", async (name) => {
    const before = await clusterState(cluster);
    const folder = join(packages, name);
    await cp(join(goldenFolder, name), folder, { recursive: true });
    await symlink(join(packages, "node_modules"), join(folder, "node_modules"));
    await using shell = new TypedShell(folder, userEnvironment(packages, cluster.kubeconfig));
    const type = async (line: string): Promise<string> => {
      const { code, text } = await shell.type(line);
      expect(code, `${line}\n${text}`).toBe(0);
      return text;
    };

    const image = `example.com/${name}:v1`;
    await type(`kubewright image --image ${image} --archive operator.tar --base ${cluster.baseArchive}`);
    await cluster.importImages(join(folder, "operator.tar"));
    expect(await type(`kubewright deploy --image ${image}`)).toMatch(/ is available\n$/);

    const pod = await managerPod();
    expect(pod.spec?.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } });
    expect(await processStatus(pod)).toMatchObject({
      Uid: "65532\t65532\t65532\t65532",
      CapEff: "0000000000000000",
      CapBnd: "0000000000000000",
      NoNewPrivs: "1",
      Seccomp: "2",
    });
    for (const path of ["healthz", "readyz"]) {
      expect((await fetch(`http://${pod.status?.podIP}:8081/${path}`)).status).toBe(200);
    }
    await expectGuardedMetrics(cluster.client, "memcached-operator");
    for (const account of ["reader", "stranger"]) {
      await cluster.client.delete(ServiceAccount, { namespace: "default", name: account });
    }
    const service = { namespace, name: "memcached-operator-controller-manager-metrics-service" };
    const address = (await cluster.client.get(Service, service)).spec?.clusterIP;
    const status = () =>
      type(`curl --silent --insecure --output answer --write-out "%{http_code}" https://${address}:8443/metrics`);
    expect(await eventually(status, waiting)).toBe("401");

    await type("kubewright undeploy");
    await eventually(async () => expect(await clusterState(cluster)).toEqual(before), waiting);
  });

  async function managerPod(): Promise<Pod> {
    const { items } = await cluster.client.list(Pod, { namespace });
    expect(items.map(({ status }) => status?.phase)).toEqual(["Running"]);
    const [deployment] = (await cluster.client.list(Deployment, { namespace })).items;
    expect(deployment?.status?.readyReplicas).toBe(1);
    return items[0]!;
  }

  /** What the machine says of the process of a pod with one container. */
  async function processStatus(pod: Pod): Promise<Record<string, string>> {
    const id = pod.status?.containerStatuses?.[0]?.containerID?.replace("containerd://", "") ?? "";
    const text = await readFile(`/proc/${(await cluster.containers()).get(id)}/status`, "utf8");
    return Object.fromEntries(
      text
        .trim()
        .split("\n")
        .map((line) => line.split(/:\s*/, 2) as [string, string]),
    );
  }
});
