/** The group that errors about an object of a built-in kind name: events of both groups are one kind to the reference. */
export function kindGroup(group: string, kind: string): string {
  return group === "events.k8s.io" && kind === "Event" ? "" : group;
}
