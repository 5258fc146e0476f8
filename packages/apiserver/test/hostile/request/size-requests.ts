import { gzipSync } from "node:zlib";
import type { HostileRequest } from "../hostile-request.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";
const json = ["Content-Type: application/json"];
const mebi = 1024 * 1024;

function configMap(name: string, rest: object = {}, metadata: object = {}): string {
  return JSON.stringify({ kind: "ConfigMap", apiVersion: "v1", metadata: { name, ...metadata }, ...rest });
}

function post(name: string, body: string | Buffer, headers: readonly string[] = []): HostileRequest {
  return { name, method: "POST", target: configMaps, headers: [...json, ...headers], body };
}

function trick(what: string, name: string, bytes: number): HostileRequest {
  return {
    ...post(what, ""),
    target: "/apis/hostile.example.com/v1/namespaces/default/tricks",
    body: JSON.stringify({
      kind: "Trick",
      apiVersion: "hostile.example.com/v1",
      metadata: { name },
      spec: { text: "x".repeat(bytes) },
    }),
  };
}

function many<T>(count: number, each: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => each(index));
}

/** Bodies and parts of them that are too large. */
export const sizeRequests: readonly HostileRequest[] = [
  post("a body at the limit", padded(3 * mebi)),
  post("a body past the limit", padded(3 * mebi + 1)),
  {
    ...post("a patch past the limit", padded(3 * mebi + 1)),
    method: "PATCH",
    target: `${configMaps}/target`,
    headers: ["Content-Type: application/merge-patch+json"],
  },
  {
    ...post("a deletion past the limit", padded(3 * mebi + 1)),
    method: "DELETE",
    target: `${configMaps}/target`,
  },
  post("a ConfigMap of 1 MiB", configMap("mebi", { data: { a: "x".repeat(mebi - 1) } })),
  post("a ConfigMap past 1 MiB", configMap("over", { data: { a: "x".repeat(mebi + 1) } })),
  {
    ...post("a Secret past 1 MiB", ""),
    target: "/api/v1/namespaces/default/secrets",
    body: JSON.stringify({
      kind: "Secret",
      apiVersion: "v1",
      metadata: { name: "over" },
      stringData: { a: "x".repeat(mebi + 1) },
    }),
  },
  trick("a custom object of 1.4 MiB", "below", 1.4 * mebi),
  trick("a custom object of 1.5 MiB", "above", 1.5 * mebi),
  trick("a custom object of 2 MiB", "over", 2 * mebi),
  post("annotations at the limit", configMap("notes", {}, { annotations: { a: "x".repeat(256 * 1024 - 1) } })),
  post("annotations past the limit", configMap("notes-over", {}, { annotations: { a: "x".repeat(256 * 1024) } })),
  post("a name of a megabyte", configMap("n".repeat(mebi))),
  post("a label of a megabyte", configMap("label", {}, { labels: { a: "x".repeat(mebi) } })),
  post("the key of a label of a megabyte", configMap("label-key", {}, { labels: { ["x".repeat(mebi)]: "a" } })),
  post(
    "ten thousand labels",
    configMap("labels", {}, { labels: Object.fromEntries(many(10_000, (index) => [`l${index}`, "v"])) }),
  ),
  post(
    "ten thousand bad labels",
    configMap("bad-labels", {}, { labels: Object.fromEntries(many(10_000, (index) => [`l${index}`, "-"])) }),
  ),
  post(
    "ten thousand finalizers",
    configMap("finalizers", {}, { finalizers: many(10_000, (index) => `example.com/f${index}`) }),
  ),
  post(
    "ten thousand owners",
    configMap(
      "owners",
      {},
      {
        ownerReferences: many(10_000, (index) => ({
          apiVersion: "v1",
          kind: "Pod",
          name: `p${index}`,
          uid: `u${index}`,
        })),
      },
    ),
  ),
  post(
    "fifty thousand entries",
    configMap("entries", { data: Object.fromEntries(many(50_000, (index) => [`k${index}`, ""])) }),
  ),
  {
    ...post("a pod of three hundred containers", ""),
    target: "/api/v1/namespaces/default/pods",
    body: JSON.stringify({
      kind: "Pod",
      apiVersion: "v1",
      metadata: { name: "crowd" },
      spec: { containers: many(300, (index) => ({ name: `c${index}`, image: "i", ports: [{ containerPort: 80 }] })) },
    }),
  },
  {
    ...post("a service of a thousand ports", ""),
    target: "/api/v1/namespaces/default/services",
    body: JSON.stringify({
      kind: "Service",
      apiVersion: "v1",
      metadata: { name: "ports" },
      spec: { ports: many(1_000, (index) => ({ name: `p${index}`, port: index + 1 })) },
    }),
  },
  post("a body that says it is compressed", gzipSync(configMap("gzip")), ["Content-Encoding: gzip"]),
  post("a compressed body that grows to 100 MiB", gzipSync(Buffer.alloc(100 * mebi, 32)), ["Content-Encoding: gzip"]),
  post("a body that says it is compressed and is not", configMap("no-gzip"), ["Content-Encoding: gzip"]),
  post("a body compressed in a way of its own", configMap("br"), ["Content-Encoding: br"]),
];

/** Of exactly so many bytes. */
function padded(bytes: number): string {
  const frame = configMap("padded", { data: { a: "" } });
  return `${frame.slice(0, -3)}${"x".repeat(bytes - frame.length)}"}}`;
}
