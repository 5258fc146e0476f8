import { quote } from "@kubewright/api/server";
import type { ObjectStore } from "../../storage/object-store.ts";
import type { User } from "../user.ts";
import type { PolicyRule } from "./policy-rule.ts";
import { type Binding, type Subject, SubjectIndex } from "./subject-index.ts";

const group = "rbac.authorization.k8s.io";
const collections = {
  clusterRoles: `${group}/clusterroles`,
  roles: `${group}/roles`,
  clusterRoleBindings: `${group}/clusterrolebindings`,
  roleBindings: `${group}/rolebindings`,
} as const;

/** A rule that holds for someone, and why. */
export interface HeldRule {
  readonly rule: PolicyRule;
  readonly binding: Binding;
  readonly subject: Subject;
}

/** Which rules hold for whom, by the roles and bindings that are stored at the time of the call. */
export class RbacRules {
  readonly #store: ObjectStore;
  readonly #clusterBindings = new SubjectIndex();
  /** By namespace. */
  readonly #bindings = new Map<string, SubjectIndex>();
  readonly #watches: readonly { stop(): void }[];

  constructor(store: ObjectStore) {
    this.#store = store;
    this.#watches = [collections.clusterRoleBindings, collections.roleBindings].map((collection) => {
      const { items, revision } = store.list(collection);
      for (const { object } of items) this.#replace(undefined, object as Binding);
      return store.watch(collection, revision, ({ type, stored, previous }) => {
        this.#replace(
          previous?.object as Binding | undefined,
          type === "DELETED" ? undefined : (stored.object as Binding),
        );
      });
    });
  }

  /** Shows `visit` the rules that hold for a user in a namespace (empty: in the cluster only), until it says false; what is missing goes to `onMissing`. */
  visit(user: User, namespace: string, visit: (held: HeldRule) => boolean, onMissing: (problem: string) => void): void {
    const sources = [
      ...this.#clusterBindings.of(user),
      ...(namespace === "" ? [] : (this.#bindings.get(namespace)?.of(user) ?? [])),
    ];
    for (const { binding, subject } of sources) {
      const rules = this.#rulesOfBinding(binding);
      if (typeof rules === "string") {
        onMissing(rules);
        continue;
      }
      for (const rule of rules) {
        if (!visit({ rule, binding, subject })) return;
      }
    }
  }

  /** All rules that hold for a user in a namespace, and what was missing. */
  rulesFor(
    user: User,
    namespace: string,
  ): { readonly rules: readonly PolicyRule[]; readonly problems: readonly string[] } {
    const rules: PolicyRule[] = [];
    const problems: string[] = [];
    this.visit(
      user,
      namespace,
      ({ rule }) => rules.push(rule) > 0,
      (problem) => problems.push(problem),
    );
    return { rules, problems };
  }

  /** The rules of the role that a binding in `namespace` (empty: of the cluster) refers to; undefined when there is none. */
  rulesOfRole(
    { kind = "", name = "" }: NonNullable<Binding["roleRef"]>,
    namespace: string,
  ): readonly PolicyRule[] | undefined {
    return this.#rulesOf(kind, name, namespace);
  }

  /** Stops following the store. */
  close(): void {
    for (const watch of this.#watches) watch.stop();
  }

  #replace(previous: Binding | undefined, binding: Binding | undefined): void {
    const { namespace } = (binding ?? previous)!.metadata;
    if (namespace === undefined) {
      this.#clusterBindings.replace(previous, binding);
      return;
    }
    const index = this.#bindings.get(namespace) ?? new SubjectIndex();
    index.replace(previous, binding);
    if (index.isEmpty) this.#bindings.delete(namespace);
    else this.#bindings.set(namespace, index);
  }

  /** The rules, or what is wrong. */
  #rulesOfBinding(binding: Binding): readonly PolicyRule[] | string {
    const { kind = "", name = "" } = binding.roleRef ?? {};
    const rules = this.#rulesOf(kind, name, binding.metadata.namespace ?? "");
    if (rules !== undefined) return rules;
    if (kind !== "Role" && kind !== "ClusterRole") return `unsupported role reference kind: ${quote(kind)}`;
    return `${kind.toLowerCase()}.${group} ${quote(name)} not found`;
  }

  #rulesOf(kind: string, name: string, namespace: string): readonly PolicyRule[] | undefined {
    const isClusterRole = kind === "ClusterRole";
    if (!isClusterRole && kind !== "Role") return undefined;
    const stored = isClusterRole
      ? this.#store.get(collections.clusterRoles, "", name)
      : this.#store.get(collections.roles, namespace, name);
    if (stored === undefined) return undefined;
    return (stored.object as { rules?: readonly PolicyRule[] | null }).rules ?? [];
  }
}
