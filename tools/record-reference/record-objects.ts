import type { Discovery } from "./record-discovery.ts";
import type { ReferenceReader } from "./reference-reader.ts";

interface StoredObject {
  apiVersion: string;
  kind: string;
  metadata: Record<string, unknown> & { name: string; namespace?: string };
}

/** The objects that a server makes for itself when it starts for the first time, by what they are for. */
export interface BootstrapObjects {
  /** Roles and their bindings. */
  readonly rbac: readonly StoredObject[];
  /** What decides which requests go first. */
  readonly flowcontrol: readonly StoredObject[];
  /** All others. */
  readonly others: readonly StoredObject[];
}

/** What is different on each server, or is made while it runs. */
const volatileMetadata = ["uid", "resourceVersion", "creationTimestamp"];
/** Of this one server: its identity, its certificates, its place among others, and what it met with as it started. */
const volatileKinds = new Set(["Lease", "ConfigMap", "Event"]);

/** Lists everything that a fresh server has. */
export async function recordObjects(reader: ReferenceReader, discovery: Discovery): Promise<BootstrapObjects> {
  const objects: { rbac: StoredObject[]; flowcontrol: StoredObject[]; others: StoredObject[] } = {
    rbac: [],
    flowcontrol: [],
    others: [],
  };
  for (const [version, resources] of Object.entries(discovery.resources)) {
    const root = version === "v1" ? "/api/v1" : `/apis/${version}`;
    for (const { name, kind, verbs } of resources) {
      if (!verbs.includes("list") || !verbs.includes("create") || volatileKinds.has(kind)) continue;
      const list = await reader.json<{ items: StoredObject[] }>(`${root}/${name}`);
      const target = version.startsWith("rbac.")
        ? objects.rbac
        : version.startsWith("flowcontrol.")
          ? objects.flowcontrol
          : objects.others;
      target.push(...list.items.map((item) => settled(item, version, kind)));
    }
  }
  return objects;
}

function settled(object: StoredObject, apiVersion: string, kind: string): StoredObject {
  const metadata = { ...object.metadata };
  for (const name of volatileMetadata) delete metadata[name];
  const text = JSON.stringify({ ...object, apiVersion, kind, metadata });
  return JSON.parse(text, (key, value: unknown) => {
    if (/^(?:time|.*Time)$/.test(key) && typeof value === "string") return "1970-01-01T00:00:00Z";
    // The port of the server that was asked.
    return key === "targetPort" ? 6443 : value;
  }) as StoredObject;
}
