import { type KubeObject, type OwnerReference, ownerReferenceTo } from "@kubewright/api";
import { CustomResourceDefinition } from "@kubewright/api/apiextensions/v1";
import { ConfigMap, Secret } from "@kubewright/api/core/v1";
import { ClusterRole } from "@kubewright/api/rbac/v1";
import type { DeleteOptions } from "@kubewright/client";
import type { Scenario, World } from "../scenario.ts";
import { hold, installThings, isPublished, release } from "./fixture.ts";

interface Making {
  readonly owners?: readonly (KubeObject | OwnerReference)[];
  readonly finalizers?: readonly string[];
  readonly isBlocking?: boolean;
  readonly namespace?: string;
}

/** A config map that others own. */
async function make(world: World, name: string, making: Making = {}): Promise<ConfigMap> {
  const { owners = [], finalizers = [], isBlocking = false, namespace = world.namespace } = making;
  const ownerReferences = owners.map((owner) =>
    "metadata" in owner ? referenceTo(owner, isBlocking) : (owner as OwnerReference),
  );
  return await world.client.create<ConfigMap>({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { namespace, name, ownerReferences, finalizers: [...finalizers] },
  });
}

function referenceTo(owner: KubeObject, isBlocking: boolean): OwnerReference {
  const { apiVersion, kind, name, uid } = ownerReferenceTo(owner);
  return { apiVersion, kind, name, uid, ...(isBlocking && { blockOwnerDeletion: true }) };
}

async function remove(
  { client }: World,
  object: KubeObject,
  propagationPolicy: NonNullable<DeleteOptions["propagationPolicy"]>,
): Promise<void> {
  await client.delete(object, { propagationPolicy });
}

/** Lets the collector see what was made: what it does to dependents that it does not know of yet depends on who is faster. */
async function seen(world: World): Promise<void> {
  await world.pass(3_000);
}

async function gone(world: World, ...names: string[]): Promise<void> {
  await world.eventually(async () => {
    const { items } = await world.client.list(ConfigMap, { namespace: world.namespace });
    return !items.some(({ metadata }) => names.includes(metadata.name));
  });
}

async function found(
  world: World,
  object: KubeObject,
  check: (metadata: ConfigMap["metadata"]) => boolean,
): Promise<void> {
  await world.eventually(async () => {
    const now = await world.client.find(ConfigMap, object.metadata);
    return now !== undefined && check(now.metadata);
  });
}

const isDeleted = ({ deletionTimestamp }: ConfigMap["metadata"]): boolean => deletionTimestamp !== undefined;

const background: Scenario = {
  name: "garbage-background",
  kinds: [ConfigMap],
  async steps(world) {
    const owner = await make(world, "owner");
    const child = await make(world, "child", { owners: [owner] });
    await make(world, "grandchild", { owners: [child] });
    await make(world, "blocking", { owners: [owner], isBlocking: true });
    await make(world, "other");
    await world.record("before");
    await remove(world, owner, "Background");
    await gone(world, "child", "grandchild", "blocking");
    await world.record("after");
  },
};

const foreground: Scenario = {
  name: "garbage-foreground",
  kinds: [ConfigMap],
  async steps(world) {
    const owner = await make(world, "owner");
    const middle = await make(world, "middle", { owners: [owner], isBlocking: true });
    const leaf = await make(world, "leaf", { owners: [middle], isBlocking: true, finalizers: [hold] });
    await make(world, "free", { owners: [owner] });
    await seen(world);
    await remove(world, owner, "Foreground");
    await found(world, leaf, isDeleted);
    await gone(world, "free");
    await world.record("while the leaf is held");
    await release(world, ConfigMap, leaf);
    await gone(world, "owner", "middle", "leaf");
    await world.record("after");
  },
};

const foregroundUnblocked: Scenario = {
  name: "garbage-foreground-unblocked",
  kinds: [ConfigMap],
  async steps(world) {
    const owner = await make(world, "owner");
    const child = await make(world, "child", { owners: [owner], finalizers: [hold] });
    await seen(world);
    await remove(world, owner, "Foreground");
    await gone(world, "owner");
    await found(world, child, isDeleted);
    await world.record("the owner does not wait for one that does not block");

    const second = await make(world, "second");
    const kept = await make(world, "kept", { owners: [second], isBlocking: true, finalizers: [hold] });
    await seen(world);
    await remove(world, second, "Foreground");
    await found(world, kept, isDeleted);
    const ownerReferences = [{ ...referenceTo(second, false), blockOwnerDeletion: false }];
    await world.client.patch(ConfigMap, kept.metadata, { merge: { metadata: { ownerReferences } } });
    await gone(world, "second");
    await world.record("nor for one that does not block any more");
  },
};

const foregroundShared: Scenario = {
  name: "garbage-foreground-shared",
  kinds: [ConfigMap],
  async steps(world) {
    const going = await make(world, "going");
    const staying = await make(world, "staying");
    await make(world, "shared", { owners: [going, staying], isBlocking: true });
    await seen(world);
    await remove(world, going, "Foreground");
    await gone(world, "going");
    await world.record("the other owner keeps it");
  },
};

const circle: Scenario = {
  name: "garbage-circle",
  kinds: [ConfigMap],
  async steps(world) {
    const first = await make(world, "first");
    const second = await make(world, "second", { owners: [first], isBlocking: true });
    const ownerReferences = [referenceTo(second, true)];
    await world.client.patch(ConfigMap, first.metadata, { merge: { metadata: { ownerReferences } } });
    await seen(world);
    await remove(world, first, "Foreground");
    await gone(world, "first", "second");
    await world.record("after");
  },
};

const orphan: Scenario = {
  name: "garbage-orphan",
  kinds: [ConfigMap],
  async steps(world) {
    const owner = await make(world, "owner");
    const other = await make(world, "other");
    const child = await make(world, "child", { owners: [owner], isBlocking: true });
    await make(world, "shared", { owners: [owner, other] });
    await make(world, "grandchild", { owners: [child] });
    await seen(world);
    await remove(world, owner, "Orphan");
    await gone(world, "owner");
    await world.record("after");
  },
};

const orphaning: Scenario = {
  name: "garbage-orphan-finalizer",
  kinds: [ConfigMap],
  async steps(world) {
    const owner = await make(world, "owner");
    const child = await make(world, "child", { owners: [owner], finalizers: ["orphan"] });
    await make(world, "grandchild", { owners: [child] });
    const other = await make(world, "other", { owners: [owner], finalizers: ["foregroundDeletion"] });
    await make(world, "blocking", { owners: [other], isBlocking: true });
    await seen(world);
    await remove(world, owner, "Background");
    await gone(world, "child", "other", "blocking");
    await world.record("dependents are deleted as their finalizers say");
  },
};

const absent: Scenario = {
  name: "garbage-absent-owner",
  kinds: [ConfigMap],
  async steps(world) {
    const owner = await make(world, "owner");
    const uid = "11111111-1111-4111-8111-111111111111";
    const reference = referenceTo(owner, false);
    await make(world, "other-uid", { owners: [{ ...reference, uid }] });
    await make(world, "other-name", { owners: [{ ...reference, name: "nobody" }] });
    await make(world, "other-kind", { owners: [{ ...reference, kind: "Secret" }] });
    await make(world, "nobody", { owners: [{ apiVersion: "v1", kind: "Secret", name: "nobody", uid }] });
    await make(world, "unknown-kind", { owners: [{ apiVersion: "example.com/v1", kind: "Nothing", name: "x", uid }] });
    await make(world, "right", { owners: [reference] });
    await gone(world, "other-uid", "other-name", "other-kind", "nobody");
    await world.record("only those with an owner, or one of an unknown kind, are left");
  },
};

const several: Scenario = {
  name: "garbage-several-owners",
  kinds: [ConfigMap],
  async steps(world) {
    const first = await make(world, "first");
    const second = await make(world, "second");
    const shared = await make(world, "shared", { owners: [first, second] });
    await remove(world, first, "Background");
    await found(world, shared, ({ ownerReferences }) => ownerReferences?.length === 1);
    await world.record("one owner is left");
    await remove(world, second, "Background");
    await gone(world, "shared");
    await world.record("none is left");
  },
};

const foreign: Scenario = {
  name: "garbage-foreign-owner",
  kinds: [ConfigMap],
  async steps(world) {
    const namespace = world.unique("elsewhere");
    await world.client.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } } as KubeObject);
    world.includeNamespace(namespace);
    const owner = await make(world, "owner", { namespace });
    const near = await make(world, "near");
    await seen(world);
    await make(world, "foreign", { owners: [owner] });
    const shared = await make(world, "shared", { owners: [owner, near] });
    await gone(world, "foreign");
    await found(world, shared, ({ ownerReferences }) => ownerReferences?.length === 1);
    await world.record("an owner in another namespace does not count");
  },
};

const clusterScoped: Scenario = {
  name: "garbage-cluster-owner",
  kinds: [ConfigMap, ClusterRole],
  async steps(world) {
    const owner = await role(world, "owner");
    await make(world, "child", { owners: [owner] });
    await role(world, "child-role", [referenceTo(owner, false)]);
    const namespaced = await make(world, "namespaced");
    await role(world, "impossible", [referenceTo(namespaced, false)]);
    await world.record("before");
    await remove(world, owner, "Background");
    await gone(world, "child");
    await world.eventually(
      async () => (await world.client.find(ClusterRole, world.unique("child-role"))) === undefined,
    );
    await remove(world, namespaced, "Background");
    await world.record("after");

    async function role(
      { client, unique }: World,
      label: string,
      ownerReferences: OwnerReference[] = [],
    ): Promise<ClusterRole> {
      const name = unique.call(world, label);
      return await client.create<ClusterRole>({
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRole",
        metadata: { name, ownerReferences },
        rules: [],
      });
    }
  },
};

const custom: Scenario = {
  name: "garbage-custom-resource",
  kinds: [ConfigMap, Secret],
  async steps(world) {
    const group = `${world.unique("group")}.example.com`;
    const Thing = await installThings(world, group);
    const thing = (name: string, owners: readonly KubeObject[] = []): Promise<KubeObject> =>
      world.eventually(() =>
        world.client.create({
          apiVersion: `${group}/v1`,
          kind: "Thing",
          metadata: {
            namespace: world.namespace,
            name,
            ownerReferences: owners.map((owner) => referenceTo(owner, true)),
          },
        }),
      );
    const owner = await thing("owner");
    const child = await thing("child", [owner]);
    await make(world, "config", { owners: [child] });
    const parent = await make(world, "parent");
    await thing("of-config", [parent]);
    const kept = await thing("kept", [owner, parent]);
    await make(world, "of-kept", { owners: [kept] });
    // The real one learns of new kinds twice a minute.
    await world.pass(35_000);
    await remove(world, owner, "Foreground");
    await gone(world, "config");
    await world.eventually(async () => (await world.client.find(Thing, owner.metadata)) === undefined);
    await record("the owner was deleted in the foreground");
    await remove(world, parent, "Orphan");
    await gone(world, "parent");
    await record("another one was deleted, and its dependents orphaned");
    await remove(world, kept, "Background");
    await gone(world, "of-kept");
    await world.client.delete(CustomResourceDefinition, `things.${group}`);
    await record("the kind is gone", false);

    async function record(label: string, hasThings = true): Promise<void> {
      await world.record(label);
      if (!hasThings) return;
      const { items } = await world.client.list(Thing, { namespace: world.namespace });
      const owners = items.map(({ metadata: { name, ownerReferences = [] } }) => [
        name,
        ownerReferences.map((reference) => reference.name),
      ]);
      world.note(`things when ${label}`, Object.fromEntries(owners));
    }
  },
};

export const garbageScenarios: readonly Scenario[] = [
  background,
  foreground,
  foregroundUnblocked,
  foregroundShared,
  circle,
  orphan,
  orphaning,
  absent,
  several,
  foreign,
  clusterScoped,
  custom,
].map((scenario) => ({ ignore: isPublished, ...scenario }));
