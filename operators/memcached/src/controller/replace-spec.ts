import { type Kind, type KubeObject, keyOf, type ReconcileContext } from "@kubewright/operator";

/** Who replaces a whole spec. Not the one who applies: what both of them own would stay when the latter wants it no more. */
const replacer = "memcached-operator-replace";

type Client = Pick<ReconcileContext, "client" | "signal">;

/**
 * Makes the spec of an object what is wanted, and nothing besides. An apply cannot do so: what others have set stays, even where it cannot
 * stand beside what is wanted, as a second port of the same name or a second handler of a probe.
 */
export async function replaceSpec<T extends KubeObject>(
  kind: Kind<T>,
  wanted: T,
  { metadata: { uid } }: T,
  { client, signal }: Client,
): Promise<T> {
  const { spec } = wanted as { readonly spec?: unknown };
  const json = [
    { op: "test", path: "/metadata/uid", value: uid },
    { op: "replace", path: "/spec", value: spec },
  ] as const;
  return await client.patch(kind, keyOf(wanted), { json }, { fieldManager: replacer, signal });
}

/** Has nobody own what was replaced any more, but for the one who applies it. Says whether there was anything of that. */
export async function disownReplaced<T extends KubeObject>(
  kind: Kind<T>,
  { metadata }: T,
  { client, signal }: Client,
): Promise<boolean> {
  const { managedFields = [], uid } = metadata;
  const others = managedFields.filter(({ manager }) => manager !== replacer);
  if (others.length === managedFields.length) return false;
  const json = [
    { op: "test", path: "/metadata/uid", value: uid },
    { op: "replace", path: "/metadata/managedFields", value: others },
  ] as const;
  await client.patch(kind, metadata, { json }, { signal });
  return true;
}
