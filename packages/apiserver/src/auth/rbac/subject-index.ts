import { compareBytes } from "@kubewright/api/server";
import type { ApiObject } from "../../resource-object.ts";
import { serviceAccountUsername } from "../service-account-name.ts";
import type { User } from "../user.ts";

/** Whom a role is given to. */
export interface Subject {
  readonly kind?: string;
  readonly name?: string;
  readonly namespace?: string;
}

/** A RoleBinding or ClusterRoleBinding. */
export interface Binding extends ApiObject {
  readonly subjects?: readonly Subject[] | null;
  readonly roleRef?: { readonly kind?: string; readonly name?: string; readonly apiGroup?: string };
}

/** Bindings by who is named in them. */
export class SubjectIndex {
  /** By user or group, then by the name of the binding. */
  readonly #bindings = new Map<string, Map<string, Binding>>();

  /** `binding` takes the place of `previous`; either may be absent. */
  replace(previous: Binding | undefined, binding: Binding | undefined): void {
    for (const subject of previous?.subjects ?? []) {
      const key = keyOf(subject, previous!);
      const named = this.#bindings.get(key);
      named?.delete(previous!.metadata.name);
      if (named?.size === 0) this.#bindings.delete(key);
    }
    for (const subject of binding?.subjects ?? []) {
      const key = keyOf(subject, binding!);
      const named = this.#bindings.get(key) ?? new Map<string, Binding>();
      named.set(binding!.metadata.name, binding!);
      this.#bindings.set(key, named);
    }
  }

  get isEmpty(): boolean {
    return this.#bindings.size === 0;
  }

  /** The bindings that name a user, ordered by name, each with the first subject that does. */
  of(user: User): { readonly binding: Binding; readonly subject: Subject }[] {
    const found = new Map<string, Binding>();
    for (const key of keysOf(user)) {
      for (const [name, binding] of this.#bindings.get(key) ?? []) found.set(name, binding);
    }
    const bindings = [...found.values()].sort((a, b) => compareBytes(a.metadata.name, b.metadata.name));
    const keys = new Set(keysOf(user));
    return bindings.map((binding) => {
      return { binding, subject: binding.subjects!.find((subject) => keys.has(keyOf(subject, binding)))! };
    });
  }
}

function keysOf(user: User): string[] {
  return [`User ${user.name}`, ...user.groups.map((group) => `Group ${group}`)];
}

function keyOf({ kind, name = "", namespace }: Subject, binding: Binding): string {
  if (kind !== "ServiceAccount") return `${kind} ${name}`;
  const where = namespace || binding.metadata.namespace || "";
  // A service account is nowhere without a namespace.
  return where === "" ? "" : `User ${serviceAccountUsername(where, name)}`;
}
