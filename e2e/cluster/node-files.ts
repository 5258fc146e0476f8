import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "@kubewright/client";
import { createAuthority } from "@kubewright/testing";
import type { Machine } from "./find-machine.ts";

export const nodeName = "kubewright-real-node";
export const sandboxImage = "example.com/one-node/pause:v1";
export const bridge = "kubewright0";
/** Ports of the machine that nobody else is expected to have. */
export const ports = { kubelet: 11250, proxyHealth: 11256, proxyMetrics: 11249 };

/** The files that the programs of a node read. */
export interface NodeFiles {
  readonly folder: string;
  readonly containerd: string;
  readonly socket: string;
  readonly runtimeConfig: string;
  readonly kubeletConfig: string;
  readonly proxyConfig: string;
  /** Not yet written. */
  readonly kubeconfig: string;
  readonly nodeIp: string;
  readonly apiServerFlags: readonly string[];
}

/** Writes into an empty folder what the programs of a node read. */
export async function writeNodeFiles(folder: string, { nodeIp, containerd, plugins }: Machine): Promise<NodeFiles> {
  const at = (name: string): string => join(folder, name);
  const socket = at("containerd.sock");
  for (const name of ["network", "pods", "kubelet"]) await mkdir(at(name));
  await writeFile(at("network/10-bridge.conflist"), JSON.stringify(networkConfig(folder)));
  const runtimeConfig = at("containerd.toml");
  await writeFile(runtimeConfig, runtimeConfigText(folder, socket, plugins));
  await writeCertificates(folder, nodeIp);
  await writeFile(at("resolv.conf"), "nameserver 127.0.0.1\n");
  const kubeletConfig = at("kubelet.json");
  await writeFile(kubeletConfig, JSON.stringify(kubeletConfigOf(folder, socket)));
  const kubeconfig = at("kubeconfig");
  return {
    folder,
    containerd,
    socket,
    runtimeConfig,
    kubeletConfig,
    proxyConfig: at("kube-proxy.json"),
    kubeconfig,
    nodeIp,
    apiServerFlags: [
      `--kubelet-certificate-authority=${at("kubelet-ca.crt")}`,
      `--kubelet-client-certificate=${at("caller.crt")}`,
      `--kubelet-client-key=${at("caller.key")}`,
      "--kubelet-preferred-address-types=InternalIP",
    ],
  };
}

function networkConfig(folder: string): object {
  return {
    cniVersion: "0.4.0",
    name: "one-node",
    plugins: [
      {
        type: "bridge",
        bridge,
        isGateway: true,
        hairpinMode: true,
        ipam: {
          type: "host-local",
          dataDir: join(folder, "addresses"),
          ranges: [[{ subnet: "10.246.0.0/24" }]],
          routes: [{ dst: "0.0.0.0/0" }],
        },
      },
    ],
  };
}

/** Root need not have every capability: scores against being killed for memory cannot be lowered then. */
function runtimeConfigText(folder: string, socket: string, plugins: string): string {
  const at = (name: string): string => join(folder, name);
  const cri = 'plugins."io.containerd.grpc.v1.cri"';
  return `version = 2
root = "${at("containerd")}"
state = "${at("containerd-state")}"
[grpc]
  address = "${socket}"
[plugins."io.containerd.internal.v1.opt"]
  path = "${at("containerd-opt")}"
[${cri}]
  sandbox_image = "${sandboxImage}"
  restrict_oom_score_adj = true
  netns_mounts_under_state_dir = true
  [${cri}.cni]
    bin_dir = "${plugins}"
    conf_dir = "${at("network")}"
  [${cri}.containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
    [${cri}.containerd.runtimes.runc.options]
      SystemdCgroup = false
`;
}

async function writeCertificates(folder: string, nodeIp: string): Promise<void> {
  const authority = createAuthority({ name: "one-node-ca", clock: systemClock });
  const serving = authority.issue({ commonName: nodeName, usages: ["server"], ipAddresses: [nodeIp, "127.0.0.1"] });
  const caller = authority.issue({ commonName: "kube-apiserver", usages: ["client"] });
  const contents = {
    "kubelet-ca.crt": authority.certificate,
    "kubelet.crt": serving.cert,
    "kubelet.key": serving.key,
    "caller.crt": caller.cert,
    "caller.key": caller.key,
  };
  for (const [name, content] of Object.entries(contents)) await writeFile(join(folder, name), content, { mode: 0o600 });
}

function kubeletConfigOf(folder: string, socket: string): object {
  const at = (name: string): string => join(folder, name);
  return {
    apiVersion: "kubelet.config.k8s.io/v1beta1",
    kind: "KubeletConfiguration",
    containerRuntimeEndpoint: `unix://${socket}`,
    failCgroupV1: false,
    failSwapOn: false,
    // So that what it finds out of a pod while it looks is soon in its status: CrashLoopBackOff takes two looks.
    syncFrequency: "2s",
    cgroupDriver: "cgroupfs",
    cgroupRoot: "/kubewright-one-node",
    authentication: {
      anonymous: { enabled: false },
      webhook: { enabled: false },
      x509: { clientCAFile: at("kubelet-ca.crt") },
    },
    authorization: { mode: "AlwaysAllow" },
    tlsCertFile: at("kubelet.crt"),
    tlsPrivateKeyFile: at("kubelet.key"),
    port: ports.kubelet,
    healthzPort: 0,
    makeIPTablesUtilChains: false,
    clusterDomain: "cluster.local",
    clusterDNS: ["10.0.0.10"],
    resolvConf: at("resolv.conf"),
    // Images come from an archive: none that is removed would come back.
    imageGCHighThresholdPercent: 100,
    imageGCLowThresholdPercent: 99,
    evictionHard: { "memory.available": "100Mi", "nodefs.available": "1%", "imagefs.available": "1%" },
    podLogsDir: at("pods"),
    volumePluginDir: at("volume-plugins"),
    oomScoreAdj: 0,
  };
}

/**
 * Writes the configuration of kube-proxy: who finds the file knows that there may be rules of it.
 *
 * All that goes to a service seems to come from the node: answers find their way back through it, whether or not the machine looks into what
 * its bridges carry. Settings of the machine are left alone.
 */
export async function writeProxyConfig({ proxyConfig, kubeconfig }: NodeFiles): Promise<void> {
  await writeFile(
    proxyConfig,
    JSON.stringify({
      apiVersion: "kubeproxy.config.k8s.io/v1alpha1",
      kind: "KubeProxyConfiguration",
      mode: "iptables",
      clientConnection: { kubeconfig },
      hostnameOverride: nodeName,
      healthzBindAddress: `127.0.0.1:${ports.proxyHealth}`,
      metricsBindAddress: `127.0.0.1:${ports.proxyMetrics}`,
      oomScoreAdj: 0,
      conntrack: { maxPerCore: 0, tcpEstablishedTimeout: "0s", tcpCloseWaitTimeout: "0s" },
      iptables: { masqueradeAll: true, localhostNodePorts: false, minSyncPeriod: "0s" },
    }),
  );
}
