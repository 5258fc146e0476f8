const random = "[bcdfghjklmnpqrstvwxz2456789]";

/** What kubectl printed, without what differs from run to run and from machine to machine. Events of the same second come in any order. */
export function normalisedOutput(text: string, node: { readonly name: string; readonly ip: string }): string {
  const lines = text
    .replaceAll(node.name, "<node>")
    .replace(new RegExp(`web-${random}{6,10}-${random}{5}(?![a-z0-9])`, "g"), "web-<hash>-<random>")
    .replace(new RegExp(`web-${random}{6,10}(?![a-z0-9])`, "g"), "web-<hash>")
    .replace(new RegExp(`web-${random}{5}(?![a-z0-9])`, "g"), "web-<random>")
    .replace(new RegExp(`kube-api-access-${random}{5}`, "g"), "kube-api-access-<random>")
    .replace(/pod-template-hash(=|: *)[a-z0-9]+/g, "pod-template-hash$1<hash>")
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<uid>")
    .replace(/[a-z]+:\/\/[0-9a-f]{64}/g, "<container id>")
    .replace(/(Image ID: +)\S+/g, "$1<image id>")
    .replace(/[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} [+-]\d{4}/g, "<time>")
    .replace(/\d{4}-\d\d-\d\dT[\d:]{8}(\.\d+)?(Z|[+-]\d\d:\d\d)/g, "<time>")
    .replace(/\b\d{1,3}(\.\d{1,3}){3}\b/g, "<ip>")
    .replace(
      /failed to create containerd task: .* unable to start container process: (.*): unknown/g,
      "failed to start the process: $1",
    )
    .replace(/\(x\d+ over [^)]*\)/g, "")
    .replace(/\((\d+[hms])+ ago\)/g, "(<age> ago)")
    .replace(/(?<=\s)(?<!(cpu:|for)\s+)(\d+[hms])+(?=\s|$)/gm, "<age>")
    // How often it was tried depends on the time.
    .replace(/(CrashLoopBackOff +)\d+/g, "$1<n>")
    .replace(/(Reason: +CrashLoopBackOff[\s\S]*?Restart Count: +)\d+/g, "$1<n>")
    .split("\n")
    .map((line) => line.replace(/[ \t]+/g, " ").trimEnd());
  const isEvent = (line: string): boolean => /^ (Normal|Warning) /.test(line);
  // Whether a program is looked at before it listens is chance.
  const events = lines.filter(isEvent).filter((line) => !/ Unhealthy .*(dial tcp|connection refused)/.test(line));
  return [...lines.filter((line) => !isEvent(line)), ...[...new Set(events)].sort()].join("\n").trimEnd();
}
