import { createHash } from "node:crypto";
import { parseApiVersion } from "@kubewright/api";
import { asDefinition, type Definition, definitionCollection } from "../custom/definition/definition.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { aggregatedDiscovery } from "./aggregated-discovery.ts";
import type { ApiResourceList } from "./api-resource-list.ts";
import { customLists } from "./custom-lists.ts";

/** A document that stays the same until a definition changes. */
export interface Document {
  readonly text: string;
  /** A hash of the text, in upper-case hexadecimal digits. */
  readonly hash: string;
}

/** Tells clients which groups, versions and resources there are: those that are built in, and those of definitions as they are now. */
export class Discovery {
  readonly #builtin: readonly ApiResourceList[];
  readonly #builtinGroups: ReadonlySet<string>;
  readonly #store: ObjectStore;
  readonly #watch: { stop(): void };
  #definitions: readonly Definition[] | undefined;
  #lists: readonly ApiResourceList[] | undefined;
  readonly #aggregated = new Map<"core" | "groups", Document>();

  /** `builtin` in the order in which groups and versions are preferred. */
  constructor(builtin: readonly ApiResourceList[], store: ObjectStore) {
    this.#builtin = builtin;
    this.#builtinGroups = new Set(builtin.map(({ groupVersion }) => parseApiVersion(groupVersion).group));
    this.#store = store;
    this.#watch = store.watch(definitionCollection, store.revision, () => {
      this.#definitions = undefined;
      this.#lists = undefined;
      this.#aggregated.delete("groups");
    });
  }

  close(): void {
    this.#watch.stop();
  }

  /** Whether the group is one of the server's own. */
  isBuiltinGroup(group: string): boolean {
    return this.#builtinGroups.has(group);
  }

  /** Definitions as they are stored now. The same array until one changes. */
  get definitions(): readonly Definition[] {
    this.#definitions ??= this.#store.list(definitionCollection).items.map(({ object }) => asDefinition(object));
    return this.#definitions;
  }

  /** One document for each group and version, the core group's first. */
  get lists(): readonly ApiResourceList[] {
    this.#lists ??= [...this.#builtin, ...customLists(this.definitions)];
    return this.#lists;
  }

  /** `/api/v1`, `/apis/<group>/<version>`; undefined when there is none. */
  list(group: string, version: string): ApiResourceList | undefined {
    const groupVersion = group === "" ? version : `${group}/${version}`;
    return this.lists.find((list) => list.groupVersion === groupVersion);
  }

  /** `/apis/<group>`; undefined when there is none. */
  group(name: string): object | undefined {
    const group = this.#groups().find((candidate) => candidate.name === name);
    return group && { kind: "APIGroup", apiVersion: "v1", ...group };
  }

  /** `/apis`. */
  groups(): object {
    return { kind: "APIGroupList", apiVersion: "v1", groups: this.#groups() };
  }

  /** `/api`. `address` is that by which the client has reached the server. */
  coreVersions(address: string): object {
    const serverAddressByClientCIDRs = [{ clientCIDR: "0.0.0.0/0", serverAddress: address }];
    return { kind: "APIVersions", versions: ["v1"], serverAddressByClientCIDRs };
  }

  /** What `/api` and `/apis` are for clients that ask for all of it at once. */
  aggregated(part: "core" | "groups"): Document {
    let document = this.#aggregated.get(part);
    if (document === undefined) {
      const lists = this.lists.filter(({ groupVersion }) => groupVersion.includes("/") === (part === "groups"));
      const text = JSON.stringify(aggregatedDiscovery(lists, (group) => !this.isBuiltinGroup(group)));
      document = { text, hash: hashOf(text) };
      this.#aggregated.set(part, document);
    }
    return document;
  }

  #groups(): ApiGroup[] {
    const groups = new Map<string, GroupVersionName[]>();
    for (const { groupVersion } of this.lists) {
      const { group, version } = parseApiVersion(groupVersion);
      if (group !== "") groups.set(group, [...(groups.get(group) ?? []), { groupVersion, version }]);
    }
    return [...groups].map(([name, versions]) => ({ name, versions, preferredVersion: versions[0]! }));
  }
}

interface ApiGroup {
  readonly name: string;
  readonly versions: readonly GroupVersionName[];
  readonly preferredVersion: GroupVersionName;
}

interface GroupVersionName {
  readonly groupVersion: string;
  readonly version: string;
}

/** The hash by which clients tell whether a document has changed. */
export function hashOf(text: string | Uint8Array): string {
  return createHash("sha512").update(text).digest("hex").toUpperCase();
}
