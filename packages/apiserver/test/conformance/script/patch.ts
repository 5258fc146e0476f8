import type { Script } from "../script.ts";
import { configMap, deployment, jsonPatch, mergePatch, pod, strategicPatch } from "./fixture.ts";

/** JSON patch, merge patch and strategic merge patch. */
export const patchScripts: Script[] = [
  {
    class: "patch",
    name: "merge patches",
    async run(s) {
      await s.prepare("POST", s.core("configmaps"), { body: configMap("a", { data: { a: "1", b: "2" } }) });
      const patch = (step: string, body: unknown, query = "") =>
        s.send(step, "PATCH", s.core("configmaps", "a") + query, { body, contentType: mergePatch });
      await patch("adds and removes", { data: { a: null, c: "3" } });
      await patch("nothing", {});
      await patch("the same again", { data: { c: "3" } });
      await patch("an unknown field", { spec: { x: 1 } });
      await patch("an unknown field, strictly", { spec: { x: 1 } }, "?fieldValidation=Strict");
      await patch("an unknown field, ignored", { spec: { x: 1 } }, "?fieldValidation=Ignore");
      await patch("a wrong type", { data: { a: 1 } });
      await patch("a list", []);
      await patch("a text", "text");
      await patch("not JSON", "{a:");
      await patch("another name", { metadata: { name: "b" } });
      await patch("another namespace", { metadata: { namespace: "b" } });
      await patch("another uid", { metadata: { uid: "b" } });
      await patch("an old version", { metadata: { resourceVersion: "1" } });
      await patch("another kind", { kind: "Secret" });
      await patch("another api version", { apiVersion: "v2" });
      await patch("its generation", { metadata: { generation: 7 } });
      await patch("its creation time", { metadata: { creationTimestamp: "2001-01-01T00:00:00Z" } });
      await patch("forced", {}, "?force=true");
      await s.send("what is not there", "PATCH", s.core("configmaps", "nobody"), { body: {}, contentType: mergePatch });
    },
  },
  {
    class: "patch",
    name: "JSON patches",
    async run(s) {
      await s.prepare("POST", s.core("configmaps"), { body: configMap("a", { data: { a: "1", b: "2" } }) });
      const patch = (step: string, body: unknown, query = "") =>
        s.send(step, "PATCH", s.core("configmaps", "a") + query, { body, contentType: jsonPatch });
      await patch("add", [{ op: "add", path: "/data/c", value: "3" }]);
      await patch("test and replace", [
        { op: "test", path: "/data/a", value: "1" },
        { op: "replace", path: "/data/a", value: "9" },
      ]);
      await patch("a test that fails", [{ op: "test", path: "/data/a", value: "1" }]);
      await patch("remove what is not there", [{ op: "remove", path: "/data/zz" }]);
      await patch("replace what is not there", [{ op: "replace", path: "/data/zz", value: "x" }]);
      await patch("move", [{ op: "move", from: "/data/a", path: "/data/moved" }]);
      await patch("copy", [{ op: "copy", from: "/data/moved", path: "/data/copied" }]);
      await patch("an unknown operation", [{ op: "dance", path: "/data/a" }]);
      await patch("without a path", [{ op: "add", value: "x" }]);
      await patch("an object", { op: "add" });
      await patch("nothing", []);
      await patch("an unknown field", [{ op: "add", path: "/spec", value: { x: 1 } }], "?fieldValidation=Strict");
      await patch(
        "a field of the operation twice",
        '[{"op":"add","op":"add","path":"/data/z","value":"z"}]',
        "?fieldValidation=Strict",
      );
      await patch(
        "an unknown field of the operation",
        '[{"op":"add","path":"/data/z","value":"z","more":1}]',
        "?fieldValidation=Strict",
      );
      await patch(
        "too many",
        Array.from({ length: 10_001 }, () => ({ op: "test", path: "/kind", value: "ConfigMap" })),
      );
      await patch("the whole object away", [{ op: "remove", path: "/metadata" }]);
    },
  },
  {
    class: "patch",
    name: "strategic patches of a deployment",
    async run(s) {
      const path = s.group("apps/v1", "deployments", "web");
      await s.prepare("POST", s.group("apps/v1", "deployments"), {
        body: deployment("web", {
          spec: {
            template: {
              metadata: { labels: { app: "web" } },
              spec: {
                containers: [
                  { name: "main", image: "a:1", ports: [{ containerPort: 80 }], env: [{ name: "A", value: "1" }] },
                  { name: "side", image: "b:1" },
                ],
              },
            },
          },
        }),
      });
      const patch = (step: string, body: unknown, query = "") =>
        s.send(step, "PATCH", path + query, { body, contentType: strategicPatch });
      const containers = (...items: unknown[]) => ({ spec: { template: { spec: { containers: items } } } });
      await patch("changes a container", containers({ name: "main", image: "a:2" }));
      await patch("adds a container", containers({ name: "third", image: "c:1" }));
      await patch("adds a variable", containers({ name: "main", env: [{ name: "B", value: "2" }] }));
      await patch("removes a container", containers({ name: "side", $patch: "delete" }));
      await patch("orders containers", {
        spec: {
          template: {
            spec: {
              "$setElementOrder/containers": [{ name: "third" }, { name: "main" }],
              containers: [{ name: "main", image: "a:3" }],
            },
          },
        },
      });
      await patch("replaces a list", {
        spec: { template: { spec: { containers: [{ name: "only", image: "o:1" }, { $patch: "replace" }] } } },
      });
      await patch("keeps only some keys", { spec: { strategy: { $retainKeys: ["type"], type: "Recreate" } } });
      await patch("an item without its key", containers({ image: "x" }));
      await patch("an unknown directive", { spec: { $patch: "dance" } });
      await patch("an unknown field", { spec: { unknown: 1 } });
      await patch("an unknown field, strictly", { spec: { unknown: 1 } }, "?fieldValidation=Strict");
      await patch("a wrong type", { spec: { replicas: "three" } });
      await patch("a list for an object", { spec: [] });
      await patch("null for an object", { spec: { strategy: null } });
      await patch("finalizers", { metadata: { finalizers: ["a.b/c", "d.e/f"] } });
      await patch("one finalizer away", { metadata: { "$deleteFromPrimitiveList/finalizers": ["a.b/c"] } });
      await patch("not JSON", "{");
    },
  },
  {
    class: "patch",
    name: "types that are not taken",
    async run(s) {
      await s.prepare("POST", s.core("configmaps"), { body: configMap("a") });
      for (const contentType of [
        "application/json",
        "text/plain",
        "application/yaml",
        "application/merge-patch+json; charset=utf-8",
        "application/vnd.kubernetes.protobuf",
        "",
      ]) {
        await s.send(contentType || "none", "PATCH", s.core("configmaps", "a"), { body: {}, contentType });
      }
    },
  },
  {
    class: "patch",
    name: "pods and their status",
    async run(s) {
      await s.prepare("POST", s.core("pods"), { body: pod("p") });
      await s.send("a condition", "PATCH", s.core("pods", "p", "status"), {
        body: { status: { conditions: [{ type: "Ready", status: "False", reason: "Why" }] } },
        contentType: strategicPatch,
      });
      await s.send("another condition", "PATCH", s.core("pods", "p", "status"), {
        body: { status: { conditions: [{ type: "Initialized", status: "True" }] } },
        contentType: strategicPatch,
      });
      await s.send("the spec through the status", "PATCH", s.core("pods", "p", "status"), {
        body: { spec: { nodeName: "x" } },
        contentType: mergePatch,
      });
      await s.send("what may not change", "PATCH", s.core("pods", "p"), {
        body: { spec: { restartPolicy: "Never" } },
        contentType: mergePatch,
      });
      await s.send("a toleration more", "PATCH", s.core("pods", "p"), {
        body: [{ op: "add", path: "/spec/tolerations/-", value: { key: "k", operator: "Exists" } }],
        contentType: jsonPatch,
      });
      await s.send("labels", "PATCH", s.core("pods", "p"), {
        body: { metadata: { labels: { a: "b" } } },
        contentType: strategicPatch,
      });
    },
  },
];
