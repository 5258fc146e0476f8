import { formatTime } from "@kubewright/api";
import type { NodeCondition, NodeStatus } from "@kubewright/api/core/v1";
import type { NodeHost } from "./host.ts";

const version = "v1.36.3";

/** What a node has, and how it is, as a kubelet says it. */
export function nodeStatus(options: {
  readonly name: string;
  readonly host: NodeHost;
  readonly address: string;
  readonly capacity: Readonly<Record<string, string>>;
  readonly previous: NodeStatus;
  readonly now: number;
}): NodeStatus {
  const { name, host, address, capacity, previous, now } = options;
  return {
    addresses: [
      { type: "InternalIP", address },
      { type: "Hostname", address: name },
    ],
    allocatable: { ...capacity },
    capacity: { ...capacity },
    conditions: nodeConditions(previous.conditions ?? [], now),
    daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
    nodeInfo: {
      architecture: goArchitecture(host.arch),
      bootID: "",
      containerRuntimeVersion: "process://1",
      kernelVersion: host.kernelVersion,
      kubeProxyVersion: "",
      kubeletVersion: version,
      machineID: "",
      operatingSystem: goPlatform(host.platform),
      osImage: `Processes of ${host.hostname}`,
      systemUUID: "",
    },
  };
}

/** What a node of this machine has. */
export function hostCapacity(host: NodeHost): Record<string, string> {
  return {
    cpu: String(host.cpus),
    memory: `${Math.floor(host.memoryBytes / 1024)}Ki`,
    "ephemeral-storage": "100Gi",
    pods: "110",
  };
}

/** The labels that a kubelet gives its node. */
export function nodeLabels(name: string, host: NodeHost): Record<string, string> {
  const architecture = goArchitecture(host.arch);
  const platform = goPlatform(host.platform);
  return {
    "beta.kubernetes.io/arch": architecture,
    "beta.kubernetes.io/os": platform,
    "kubernetes.io/arch": architecture,
    "kubernetes.io/hostname": name,
    "kubernetes.io/os": platform,
  };
}

function nodeConditions(previous: readonly NodeCondition[], now: number): NodeCondition[] {
  const wanted: [string, "True" | "False", string, string][] = [
    ["MemoryPressure", "False", "KubeletHasSufficientMemory", "kubelet has sufficient memory available"],
    ["DiskPressure", "False", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"],
    ["PIDPressure", "False", "KubeletHasSufficientPID", "kubelet has sufficient PID available"],
    ["Ready", "True", "KubeletReady", "kubelet is posting ready status"],
  ];
  const time = formatTime(now);
  return wanted.map(([type, status, reason, message]) => {
    const before = previous.find((condition) => condition.type === type);
    return {
      type,
      status,
      lastHeartbeatTime: time,
      lastTransitionTime: before?.status === status ? (before.lastTransitionTime ?? time) : time,
      reason,
      message,
    };
  });
}

function goArchitecture(arch: string): string {
  return { x64: "amd64", ia32: "386" }[arch] ?? arch;
}

function goPlatform(platform: string): string {
  return platform === "win32" ? "windows" : platform;
}
