/** A permission that a program lacked, by what it logged. */
export interface MissingPermission {
  /** `deployments.apps is forbidden: User "…" cannot list …` */
  readonly message: string;
  /** `// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=list` */
  readonly marker: string;
}

/** A watch needs all of them, and is refused for want of one. */
const watchVerbs = ["get", "list", "watch"];

const refusal =
  /User \\?"(?<user>[^"\\]+)\\?" cannot (?<verb>[a-z]+) resource \\?"(?<resource>[^"\\]+)\\?" in API group \\?"(?<group>[^"\\]*)\\?"/g;

/** What the log of a program tells of permissions that it lacks, each verb with its resource once. */
export function missingPermissions(log: string): MissingPermission[] {
  const verbs = new Map<string, { group: string; resource: string; user: string; verbs: Set<string> }>();
  for (const { groups } of log.matchAll(refusal)) {
    const { user = "", verb = "", resource = "", group = "" } = groups ?? {};
    const key = `${group}/${resource}`;
    const known = verbs.get(key) ?? { group, resource, user, verbs: new Set<string>() };
    known.verbs.add(verb);
    verbs.set(key, known);
  }
  return [...verbs.values()].map(({ group, resource, user, verbs }) => {
    const isWatch = verbs.has("list") || verbs.has("watch");
    const needed = new Set([...(isWatch ? watchVerbs : []), ...verbs]);
    return {
      message: `${user} may not ${[...verbs].join(", ")} ${group === "" ? resource : `${resource}.${group}`}`,
      marker: `// +kubebuilder:rbac:groups=${group === "" ? '""' : group},resources=${resource},verbs=${[...needed].join(";")}`,
    };
  });
}
