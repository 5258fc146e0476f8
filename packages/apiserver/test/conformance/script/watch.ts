import type { Script } from "../script.ts";
import { asMetadata, asTable, configMap, deployment, mergePatch } from "./fixture.ts";

const initial = "sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";

/** Watches: what is told, when, and how they end. */
export const watchScripts: Script[] = [
  {
    class: "watch",
    name: "changes from a version",
    async run(s) {
      const list = await s.prepare("GET", s.core("configmaps"));
      await s.watch("events", `${s.core("configmaps")}?watch=true&resourceVersion=${list.metadata.resourceVersion}`, {
        events: 4,
        during: async () => {
          await s.prepare("POST", s.core("configmaps"), { body: configMap("a") });
          await s.prepare("PATCH", s.core("configmaps", "a"), { body: { data: { a: "2" } }, contentType: mergePatch });
          await s.prepare("PATCH", s.core("configmaps", "a"), { body: { data: { a: "2" } }, contentType: mergePatch });
          await s.prepare("DELETE", s.core("configmaps", "a"));
          await s.prepare("POST", s.core("configmaps"), { body: configMap("b") });
        },
      });
    },
  },
  {
    class: "watch",
    name: "what is there first",
    async run(s) {
      await s.prepare("POST", s.core("configmaps"), { body: configMap("b") });
      await s.prepare("POST", s.core("configmaps"), { body: configMap("a") });
      await s.watch("without a version", `${s.core("configmaps")}?watch=true`, { events: 2 });
      await s.watch("with version 0", `${s.core("configmaps")}?watch=true&resourceVersion=0`, { events: 2 });
      await s.watch("with initial events", `${s.core("configmaps")}?watch=true&${initial}`, { events: 3 });
      await s.watch(
        "initial events without bookmarks",
        `${s.core("configmaps")}?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&timeoutSeconds=1`,
        { events: 5 },
      );
      await s.watch(
        "no initial events",
        `${s.core("configmaps")}?watch=true&sendInitialEvents=false&resourceVersionMatch=NotOlderThan&timeoutSeconds=1`,
        { events: 5 },
      );
      await s.watch("initial events without a match", `${s.core("configmaps")}?watch=true&sendInitialEvents=true`, {
        events: 1,
      });
      await s.watch(
        "a match without initial events",
        `${s.core("configmaps")}?watch=true&resourceVersionMatch=NotOlderThan`,
        { events: 1 },
      );
      await s.watch(
        "initial events exactly",
        `${s.core("configmaps")}?watch=true&sendInitialEvents=true&resourceVersionMatch=Exact`,
        { events: 1 },
      );
    },
  },
  {
    class: "watch",
    name: "selectors",
    async run(s) {
      await s.prepare("POST", s.core("configmaps"), { body: configMap("in", { metadata: { labels: { x: "1" } } }) });
      await s.prepare("POST", s.core("configmaps"), { body: configMap("out") });
      await s.watch("by label", `${s.core("configmaps")}?watch=true&labelSelector=x%3D1`, {
        events: 5,
        during: async () => {
          await s.prepare("PATCH", s.core("configmaps", "out"), {
            body: { metadata: { labels: { x: "1" } } },
            contentType: mergePatch,
          });
          await s.prepare("PATCH", s.core("configmaps", "in"), {
            body: { metadata: { labels: { x: "2" } }, data: { n: "n" } },
            contentType: mergePatch,
          });
          await s.prepare("PATCH", s.core("configmaps", "in"), {
            body: { data: { n: "unseen" } },
            contentType: mergePatch,
          });
          await s.prepare("PATCH", s.core("configmaps", "out"), {
            body: { data: { n: "seen" } },
            contentType: mergePatch,
          });
          await s.prepare("DELETE", s.core("configmaps", "in"));
          await s.prepare("DELETE", s.core("configmaps", "out"));
        },
      });
      await s.watch("by an unknown field", `${s.core("configmaps")}?watch=true&fieldSelector=data.a%3D1`, {
        events: 1,
      });
    },
  },
  {
    class: "watch",
    name: "one object",
    async run(s) {
      await s.prepare("POST", s.core("configmaps"), { body: configMap("a") });
      await s.prepare("POST", s.core("configmaps"), { body: configMap("b") });
      await s.watch("by field", `${s.core("configmaps")}?watch=true&fieldSelector=metadata.name%3Da`, {
        events: 2,
        during: async () => {
          await s.prepare("PATCH", s.core("configmaps", "b"), { body: { data: { n: "n" } }, contentType: mergePatch });
          await s.prepare("PATCH", s.core("configmaps", "a"), { body: { data: { n: "n" } }, contentType: mergePatch });
        },
      });
      await s.watch("by the old path", `/api/v1/watch/namespaces/${s.namespace}/configmaps/a`, { events: 1 });
      await s.watch("all by the old path", `/api/v1/watch/namespaces/${s.namespace}/configmaps`, { events: 2 });
      await s.watch("by its own path", `${s.core("configmaps", "a")}?watch=true`, { events: 1 });
    },
  },
  {
    class: "watch",
    name: "ends",
    async run(s) {
      await s.watch("after its time", `${s.core("configmaps")}?watch=true&resourceVersion=0&timeoutSeconds=1`, {
        events: 9,
      });
      await s.watch(
        "after its time with bookmarks",
        `${s.core("configmaps")}?watch=true&timeoutSeconds=1&allowWatchBookmarks=true`,
        { events: 1 },
      );
      await s.watch("from a version that is none", `${s.core("configmaps")}?watch=true&resourceVersion=abc`, {
        events: 1,
      });
      await s.watch("from version 1", `${s.core("configmaps")}?watch=true&resourceVersion=1`, { events: 1 });
      await s.watch("with a timeout that is no number", `${s.core("configmaps")}?watch=true&timeoutSeconds=soon`, {
        events: 1,
      });
      await s.watch("with a limit and continue", `${s.core("configmaps")}?watch=true&continue=abc`, { events: 1 });
    },
  },
  {
    class: "watch",
    name: "other forms",
    async run(s) {
      await s.prepare("POST", s.core("configmaps"), { body: configMap("a") });
      await s.watch("as metadata", `${s.core("configmaps")}?watch=true`, { events: 1, accept: asMetadata });
      await s.watch("as a table", `${s.core("configmaps")}?watch=true`, {
        events: 2,
        accept: asTable,
        during: () =>
          s.prepare("PATCH", s.core("configmaps", "a"), { body: { data: { b: "2" } }, contentType: mergePatch }),
      });
      await s.prepare("POST", s.group("apps/v1", "deployments"), { body: deployment("web") });
      await s.watch("a typed bookmark", `${s.group("apps/v1", "deployments")}?watch=true&${initial}`, { events: 2 });
      await s.watch("a metadata bookmark", `${s.group("apps/v1", "deployments")}?watch=true&${initial}`, {
        events: 2,
        accept: asMetadata,
      });
      await s.watch("a table bookmark", `${s.group("apps/v1", "deployments")}?watch=true&${initial}`, {
        events: 2,
        accept: asTable,
      });
    },
  },
  {
    class: "watch",
    name: "finalizers",
    async run(s) {
      await s.prepare("POST", s.core("configmaps"), {
        body: configMap("a", { metadata: { finalizers: ["example.com/x"] } }),
      });
      await s.watch("deletion in two steps", `${s.core("configmaps")}?watch=true`, {
        events: 3,
        during: async () => {
          await s.prepare("DELETE", s.core("configmaps", "a"));
          await s.prepare("PATCH", s.core("configmaps", "a"), {
            body: { metadata: { finalizers: null } },
            contentType: mergePatch,
          });
        },
      });
    },
  },
];
