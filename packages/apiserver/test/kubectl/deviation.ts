/** A command that prints something else with the embedded server, and why. */
export interface KubectlDeviation {
  readonly line: string;
  readonly reason: string;
  /** What of the normalised text differs; absent: all of it may. */
  readonly part?: RegExp;
}

const builds = /^ *"(gitCommit|goVersion|platform)":.*$/gm;
const noKubelet = "the reference asks a kubelet, which it does not find; the embedded server knows that there is none";

export const deviations: readonly KubectlDeviation[] = [
  { line: "version -o json", reason: "the embedded server was built by no Go compiler", part: builds },
  {
    line: "get --raw /",
    reason: "the embedded server has no flags, no page of its state and no indicators of its service level to show",
    part: /^ *- \/(flagz|statusz|metrics\/slis)\n/gm,
  },
  { line: "get componentstatuses", reason: "the embedded server has no scheduler, controller manager or etcd to ask" },
  {
    line: "describe svc kubernetes -n default",
    reason: "the embedded server need not listen anywhere; its service names the usual port",
    part: /^TargetPort:.*$/gm,
  },
  { line: "logs first", reason: noKubelet },
  { line: "logs first --previous --tail=5", reason: noKubelet },
  { line: "exec free -- date", reason: noKubelet },
];
