/** The reference's package of the types that all versions of a group are turned into, which some messages name. */
export function packageOf(group: string): string {
  return group === "" || group === "events.k8s.io" ? "core" : group.split(".", 1)[0]!;
}
