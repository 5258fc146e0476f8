import { readFileSync } from "node:fs";
import { ManualClock } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { defaultPlugins } from "../../src/admission/default-plugins.ts";
import { builtinResources } from "../../src/builtin/builtin-resources.ts";
import { NodePorts } from "../../src/builtin/service/node-ports.ts";
import { ServiceAddresses } from "../../src/builtin/service/service-addresses.ts";
import { serviceRules } from "../../src/builtin/service/service-rules.ts";
import { BuiltinTables } from "../../src/builtin/table/builtin-tables.ts";
import { loadTypeGraph } from "../../src/codec/type-graph.ts";
import { readDiscovery } from "../../src/data/discovery-data.ts";
import { writableMeta } from "../../src/resource/object-meta/writable-meta.ts";
import type { RequestContext } from "../../src/resource/request-context.ts";
import { MemoryStore } from "../../src/storage/memory-store.ts";
import { sentObjects } from "./sent-objects.ts";
import { bodyOf, withoutChance } from "./sent-request.ts";

const recorded = JSON.parse(readFileSync(new URL("builtin-answers.json", import.meta.url), "utf8"));
const uid = "11111111-2222-4333-8444-555555555555";

const clock = new ManualClock();
const store = new MemoryStore();
const context: RequestContext = {
  user: {
    name: "reference-admin",
    uid: "",
    groups: ["system:masters", "system:authenticated"],
    extra: { "authentication.kubernetes.io/credential-id": ["X509SHA256=0"] },
  },
  clock,
  random: (length) => new Uint8Array(length),
  isDryRun: true,
  fieldManager: "test",
  fieldValidation: "Strict",
  signal: new AbortController().signal,
  warn() {},
};
const state = {
  store,
  addresses: new ServiceAddresses({ store, clock, blocks: ["10.0.0.0/24"], newUid: () => uid }),
  ports: new NodePorts(store, clock, { first: 30_000, last: 32_767 }),
};
const resources = builtinResources({
  tables: new BuiltinTables(),
  graph: loadTypeGraph(),
  discovery: readDiscovery().resources,
  clock,
  rules: { Service: serviceRules(state) },
});
const plugins = defaultPlugins({
  store,
  authorizer: { authorize: () => ({ isAllowed: true, reason: "" }) },
  generateName: (prefix) => `${prefix}xxxxx`,
  serviceAccounts: false,
});
store.create("namespaces", {
  apiVersion: "v1",
  kind: "Namespace",
  metadata: { name: "default" },
  status: { phase: "Active" },
});

describe("a new object gets what the reference gives it", () => {
  test.each(sentObjects.map((sent) => [`${sent.apiVersion} ${sent.resource} ${sent.name}`, sent] as const))(
    "%s",
    async (key, sent) => {
      const [group, version] = sent.apiVersion.includes("/") ? sent.apiVersion.split("/") : ["", sent.apiVersion];
      const resource = resources.find(
        (other) => other.group === group && other.version === version && other.resource === sent.resource,
      );
      if (resource === undefined) throw new Error(`no resource for ${key}`);
      const namespace = sent.isNamespaced ? "default" : "";
      const { object, problems } = resource.codec.decode(bodyOf(sent, resource.kind));
      expect(problems).toEqual([]);
      if (sent.isNamespaced) object.metadata.namespace = namespace;
      writableMeta(object).uid = uid;
      const { name = "" } = object.metadata;
      const request = { operation: "CREATE", resource, subresource: "", namespace, name, object, context } as const;
      for (const plugin of plugins) await plugin.admit?.(request);
      resource.strategy.prepareForCreate(object, context);
      expect(resource.strategy.validate(object, context)).toEqual([]);
      resource.strategy.canonicalize?.(object);
      for (const plugin of plugins) await plugin.validate?.(request);
      expect(withoutChance(resource.fromStored(resource.toStored(object)), uid)).toEqual(recorded[key]);
    },
  );
});
