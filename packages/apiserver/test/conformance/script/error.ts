import type { Script } from "../script.ts";
import { asTable, configMap, deployment, pod } from "./fixture.ts";

/** What servers say of requests that make no sense. */
export const errorScripts: Script[] = [
  {
    class: "errors",
    name: "paths",
    async run(s) {
      for (const path of [
        "/nope",
        "/api/v2",
        "/apis/nope",
        "/apis/apps/v9",
        "/api/v1/nopes",
        "/apis/apps/v1/nopes",
        "/api/v1/namespaces/default/nodes",
        "/api/v1/pods/x",
        "/api/v1/namespaces/default/pods/x/nope",
        "/apis/apps/v1/namespaces/default/deployments/x/nope",
        "/api/v1/namespaces/default/configmaps/a%2Fb",
        "/api/v1//pods",
        "/api/v1/namespaces/default/configmaps/..",
        "/apis//v1",
        "/api/v1/namespaces/default/configmaps/%00",
        "/openapi/v9",
      ]) {
        await s.send(path, "GET", path);
      }
    },
  },
  {
    class: "errors",
    name: "methods",
    async run(s) {
      await s.send("POST to an object", "POST", s.core("configmaps", "a"), { body: configMap("a") });
      await s.send("PUT to a collection", "PUT", s.core("configmaps"), { body: configMap("a") });
      await s.send("PATCH of a collection", "PATCH", s.core("configmaps"), {
        body: {},
        contentType: "application/merge-patch+json",
      });
      await s.send("an unknown method", "DANCE", s.core("configmaps"));
      await s.send("HEAD", "HEAD", s.core("configmaps"));
      await s.send("OPTIONS", "OPTIONS", s.core("configmaps"));
      await s.send("GET of a review", "GET", "/apis/authorization.k8s.io/v1/subjectaccessreviews");
      await s.send("DELETE of a status", "DELETE", s.group("apps/v1", "deployments", "x", "status"));
    },
  },
  {
    class: "errors",
    name: "bodies",
    async run(s) {
      const post = (step: string, body: unknown, contentType?: string, query = "") =>
        s.send(step, "POST", s.core("configmaps") + query, { body, ...(contentType !== undefined && { contentType }) });
      await post("empty", "");
      await post("no JSON", "{nope");
      await post("a list", "[]");
      await post("a text", '"x"');
      await post("null", "null");
      await post("another kind", pod("p"));
      await post("another version", { ...configMap("a"), apiVersion: "v9" });
      await post("no kind", { metadata: { name: "a" } });
      await post("an unknown kind", { apiVersion: "v1", kind: "Unheard", metadata: { name: "a" } });
      await post("a number for metadata", { apiVersion: "v1", kind: "ConfigMap", metadata: 5 });
      await post("a number for a name", { apiVersion: "v1", kind: "ConfigMap", metadata: { name: 5 } });
      await post("a number for a value", configMap("n", { data: { a: 1 } }));
      await post("a list for data", configMap("n", { data: [] }));
      await post("another namespace", configMap("a", { metadata: { namespace: "other" } }));
      await post("a version", configMap("a", { metadata: { resourceVersion: "5" } }));
      await post(
        "YAML",
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: yaml\ndata:\n  a: b\n",
        "application/yaml",
      );
      await post("bad YAML", "a: b: c", "application/yaml");
      await post("plain text", "x", "text/plain");
      await post("XML", "<a/>", "application/xml");
      await post("CBOR", "x", "application/cbor");
      await post("protobuf that is none", "x", "application/vnd.kubernetes.protobuf");
      await post("an unknown field", configMap("u1", { nope: 1 }));
      await post(
        "an unknown field, strictly",
        configMap("u2", { nope: 1, metadata: { more: 1 } }),
        undefined,
        "?fieldValidation=Strict",
      );
      await post("an unknown field, ignored", configMap("u3", { nope: 1 }), undefined, "?fieldValidation=Ignore");
      await post("an unknown validation", configMap("u4"), undefined, "?fieldValidation=Maybe");
      await post(
        "a field twice",
        '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"d1"},"data":{"a":"1","a":"2"},"data":{"b":"1"}}',
      );
      await post(
        "a field twice, strictly",
        '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"d2"},"data":{"a":"1","a":"2"}}',
        undefined,
        "?fieldValidation=Strict",
      );
      await post("a manager that is too long", configMap("m"), undefined, `?fieldManager=${"x".repeat(129)}`);
      await post("a manager that cannot be printed", configMap("m"), undefined, "?fieldManager=a%07b");
      await post(
        "the wrong case",
        '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"case"},"Data":{"a":"1"}}',
        undefined,
        "?fieldValidation=Strict",
      );
      await post("bad base64", { ...configMap("b64"), binaryData: { a: "!" } });
      await post(
        "deep nesting",
        `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"deep"},"x":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
      );
      await post("too large", configMap("large", { data: { a: "x".repeat(3_200_000) } }));
      await post("a large value", configMap("large", { data: { a: "x".repeat(1_100_000) } }));
    },
  },
  {
    class: "errors",
    name: "types of values",
    async run(s) {
      const path = s.group("apps/v1", "deployments");
      const post = (step: string, spec: object) => s.send(step, "POST", path, { body: deployment("x", { spec }) });
      await post("a text for a number", { replicas: "3" });
      await post("a fraction", { replicas: 1.5 });
      await post("a whole fraction", { replicas: 2.0 });
      await post("beyond 32 bits", { replicas: 3_000_000_000 });
      await post("a text for an object", { strategy: "x" });
      await post("an object for a list", { template: { spec: { containers: {} } } });
      await post("a bool for a text", { template: { spec: { containers: [{ name: true, image: "i" }] } } });
      await post("a bad quantity", {
        template: { spec: { containers: [{ name: "a", image: "i", resources: { limits: { cpu: "1x" } } }] } },
      });
      await post("a number for a quantity", {
        template: {
          metadata: { labels: { app: "x" } },
          spec: { containers: [{ name: "a", image: "i", resources: { limits: { cpu: 1.5 } } }] },
        },
      });
      await post("a bool for int-or-string", { strategy: { rollingUpdate: { maxSurge: true } } });
      await post("an unknown enumeration", { strategy: { type: "Sideways" } });
      await s.send("a bad time", "POST", s.group("coordination.k8s.io/v1", "leases"), {
        body: {
          apiVersion: "coordination.k8s.io/v1",
          kind: "Lease",
          metadata: { name: "t" },
          spec: { renewTime: "noon" },
        },
      });
    },
  },
  {
    class: "errors",
    name: "forms of answers",
    async run(s) {
      await s.prepare("POST", s.core("configmaps"), { body: configMap("a") });
      for (const accept of [
        "application/xml",
        "text/html",
        "*/*",
        "application/*",
        "application/yaml",
        "text/plain",
        "application/json;as=Nope;v=v1;g=meta.k8s.io",
        "application/json;as=PartialObjectMetadata;v=v2;g=meta.k8s.io",
        "application/vnd.kubernetes.protobuf,application/json",
        "application/json;q=0.1",
        ";;;",
        `${asTable};charset=utf-8`,
      ]) {
        await s.send(accept, "GET", s.core("configmaps", "a"), { accept });
      }
      await s.send("a refusal as XML", "GET", s.core("configmaps", "none"), { accept: "application/xml" });
      await s.send("pretty", "GET", `${s.core("configmaps", "a")}?pretty=true`);
    },
  },
  {
    class: "errors",
    name: "metadata",
    async run(s) {
      const post = (step: string, metadata: object) =>
        s.send(step, "POST", s.core("configmaps"), { body: { apiVersion: "v1", kind: "ConfigMap", metadata } });
      await post("capitals in the name", { name: "Web" });
      await post("an underscore", { name: "a_b" });
      await post("a name that is too long", { name: "x".repeat(254) });
      await post("a slash", { name: "a/b" });
      await post("bad labels", { name: "a", labels: { "a b": "c", ok: "not ok!", "x/y/z": "1", "": "e" } });
      await post("long labels", { name: "a", labels: { ["k".repeat(64)]: "v", k: "v".repeat(64) } });
      await post("bad annotations", { name: "a", annotations: { "a b": "c" } });
      await post("large annotations", { name: "a", annotations: { a: "x".repeat(262_145) } });
      await post("an owner without anything", { name: "a", ownerReferences: [{}] });
      await post("two controllers", {
        name: "a",
        ownerReferences: ["x", "y"].map((name) => ({
          apiVersion: "v1",
          kind: "Pod",
          name,
          uid: name,
          controller: true,
        })),
      });
      await post("an event as owner", {
        name: "a",
        ownerReferences: [{ apiVersion: "v1", kind: "Event", name: "e", uid: "u" }],
      });
      await post("the same owner twice", {
        name: "twice",
        ownerReferences: [1, 2].map(() => ({ apiVersion: "v1", kind: "Pod", name: "p", uid: "u" })),
      });
      await post("what clients may not set", {
        name: "owned",
        uid: "mine",
        creationTimestamp: "2001-01-01T00:00:00Z",
        deletionTimestamp: "2001-01-01T00:00:00Z",
        generation: 7,
        selfLink: "/x",
        deletionGracePeriodSeconds: 3,
      });
      await post("managed fields that are none", {
        name: "managed",
        managedFields: [{ manager: "x", operation: "Dance" }],
      });
      await post("bad managed fields", {
        name: "managed2",
        managedFields: [{ manager: "x", operation: "Update", apiVersion: "v1", fieldsType: "FieldsV2" }],
      });
    },
  },
  {
    class: "errors",
    name: "updates of metadata",
    async run(s) {
      const made = await s.prepare("POST", s.core("configmaps"), { body: configMap("a") });
      const put = (step: string, metadata: object) =>
        s.send(step, "PUT", s.core("configmaps", "a"), { body: { ...made, metadata: { name: "a", ...metadata } } });
      await put("another name", { name: "b" });
      await put("another namespace", { namespace: "b" });
      await put("another uid", { uid: "22222222-2222-2222-2222-222222222222" });
      await put("a version that is none", { resourceVersion: "x" });
      await put("an old version", { resourceVersion: "1" });
      await put("another creation time", { creationTimestamp: "2001-01-01T00:00:00Z" });
      await put("a deletion time", { deletionTimestamp: "2001-01-01T00:00:00Z" });
      await put("no name", { name: undefined });
      await put("bad labels", { labels: { "": "" } });
    },
  },
];
