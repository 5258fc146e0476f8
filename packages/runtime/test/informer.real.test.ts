import { type CustomResource, defineKind, formatKey, isForbidden, isGone } from "@kubewright/api";
import { CustomResourceDefinition } from "@kubewright/api/apiextensions/v1";
import { ConfigMap, Namespace } from "@kubewright/api/core/v1";
import {
  ApiClient,
  conditionIs,
  deleted,
  HttpsTransport,
  type Interceptor,
  intercept,
  waitFor,
} from "@kubewright/client";
import { type ReferenceServer, startReferenceServer } from "@kubewright/testing";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { Informer } from "../src/informer/informer.ts";
import type { InformerOptions } from "../src/informer/informer-options.ts";
import type { ObjectEvent } from "../src/informer/object-event.ts";

interface Gadget extends CustomResource<{ size?: number }> {}
const Gadget = defineKind<Gadget>({
  group: "informer.example.com",
  version: "v1",
  kind: "Gadget",
  plural: "gadgets",
  scope: "Namespaced",
});

const gadgetDefinition = CustomResourceDefinition.of({
  metadata: { name: "gadgets.informer.example.com" },
  spec: {
    group: Gadget.group,
    scope: "Namespaced",
    names: { plural: "gadgets", singular: "gadget", kind: "Gadget", listKind: "GadgetList" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      },
    ],
  },
});

let server: ReferenceServer;
let client: ApiClient;
let namespaces = 0;

beforeAll(async () => {
  server = await startReferenceServer();
  client = clientWith();
});

afterAll(async () => {
  await client?.close();
  await server?.close();
});

function clientWith(...interceptors: Interceptor[]): ApiClient {
  const transport = new HttpsTransport(server.connection());
  return new ApiClient({ transport: intercept(transport, interceptors), fieldManager: "test" });
}

async function newNamespace(): Promise<string> {
  const name = `informer-${++namespaces}`;
  await client.create(Namespace.of({ metadata: { name } }));
  return name;
}

/** Runs until the test is over; attempts follow each other quickly. */
function informerOf(options: Partial<InformerOptions<ConfigMap>>): {
  informer: Informer<ConfigMap>;
  paths: string[];
  told: string[];
} {
  const paths: string[] = [];
  const own = clientWith((request, next) => {
    paths.push(decodeURIComponent(request.path).replace(/&?(allowWatchBookmarks=true|timeoutSeconds=\d+)/g, ""));
    return next(request);
  });
  const informer = new Informer<ConfigMap>({
    client: own,
    kind: ConfigMap,
    backOff: { baseMs: 50, maxMs: 200 },
    ...options,
  });
  const told: string[] = [];
  informer.addHandler((event) => told.push(showEvent(event)));
  onTestFinished(async () => {
    await informer.stop();
    await own.close();
  });
  informer.start();
  return { informer, paths, told };
}

function showEvent(event: ObjectEvent<ConfigMap>): string {
  const { metadata, data = {} } = event.object;
  const type = event.type === "deleted" && event.isStateUnknown ? "missed" : event.type;
  return [type, " ", metadata.name, ...Object.values(data).map((value) => `=${value}`)].join("");
}

const configMap = (namespace: string, name: string, value?: string): ConfigMap =>
  ConfigMap.of({ metadata: { namespace, name }, ...(value !== undefined && { data: { value } }) });

const eventually = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 15_000, interval: 20 });

describe("on a real server", () => {
  test("one request brings what exists and what changes", async () => {
    const namespace = await newNamespace();
    await client.create(configMap(namespace, "x", "1"));
    const { informer, paths, told } = informerOf({ namespaces: [namespace] });
    await informer.whenSynced();
    expect(informer.states[0]).toMatchObject({ phase: "watching", isSynced: true });
    await client.patch(ConfigMap, `${namespace}/x`, { merge: { data: { value: "2" } } });
    await client.delete(ConfigMap, `${namespace}/x`);
    await eventually(() => expect(told).toEqual(["added x=1", "updated x=2", "deleted x=2"]));
    expect(paths).toEqual([
      `/api/v1/namespaces/${namespace}/configmaps?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan`,
    ]);
  });

  test("pages bring all objects once, and the watch goes on from there", async () => {
    const namespace = await newNamespace();
    const names = Array.from({ length: 25 }, (_, index) => `x${String(index).padStart(2, "0")}`);
    await Promise.all(names.map((name) => client.create(configMap(namespace, name))));
    const { informer, paths, told } = informerOf({ namespaces: [namespace], useWatchList: false, pageSize: 10 });
    await informer.whenSynced();
    expect(told).toEqual(names.map((name) => `added ${name}`));
    await client.delete(ConfigMap, `${namespace}/x00`);
    await eventually(() => expect(told.at(-1)).toBe("deleted x00"));
    expect(paths.map((path) => path.includes("continue="))).toEqual([false, true, true, false]);
  });

  test("a watch that the server ends in good order is followed by another, and nothing is missed or told twice", async () => {
    const namespace = await newNamespace();
    const { informer, paths, told } = informerOf({ namespaces: [namespace], minWatchMs: 1000, random: () => 0 });
    await informer.whenSynced();
    const expected: string[] = [];
    for (let count = 0; paths.length < 3; count++) {
      await client.create(configMap(namespace, `x${count}`));
      expected.push(`added x${count}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await eventually(() => expect(told).toEqual(expected));
    expect(paths.slice(1).every((path) => /watch=true&resourceVersion=\d+$/.test(path))).toBe(true);
  });

  test("a version that the server has forgotten leads to a new list, which tells the deletion that was missed", async () => {
    // What it had in memory of the time before is gone.
    await server.restart("kube-apiserver");
    const namespace = await newNamespace();
    await client.create(configMap(namespace, "x", "1"));
    const paths: string[] = [];
    const own = clientWith(async (request, next) => {
      paths.push(request.path);
      if (paths.length !== 2) return await next(request);
      await client.delete(ConfigMap, `${namespace}/x`);
      return await next({ ...request, path: request.path.replace(/resourceVersion=\d+/, "resourceVersion=1") });
    });
    const { informer, told } = informerOf({
      client: own,
      namespaces: [namespace],
      minWatchMs: 1000,
      random: () => 0,
    });
    const failures: unknown[] = [];
    informer.onStateChange(({ error }) => error !== undefined && failures.push(error));
    await eventually(() => expect(told).toEqual(["added x=1", "missed x=1"]));
    expect(failures.map(isGone)).toEqual([true]);
    expect(paths[2]).toMatch(/watch=true&.*resourceVersion=\d+&sendInitialEvents=true/);
    await informer.stop();
    await own.close();
  });

  test("bookmarks move a quiet watch on", { timeout: 100_000 }, async () => {
    const namespace = await newNamespace();
    const { informer } = informerOf({ namespaces: [namespace] });
    await informer.whenSynced();
    const before = Number(informer.resourceVersionOf(namespace));
    const elsewhere = await newNamespace();
    await client.create(configMap(elsewhere, "y"));
    await vi.waitFor(() => expect(Number(informer.resourceVersionOf(namespace))).toBeGreaterThan(before), {
      timeout: 90_000,
      interval: 200,
    });
  });

  test("a custom kind is waited for, deleted with its definition, and comes back with it", async () => {
    const own = clientWith();
    const informer = new Informer<Gadget>({
      client: own,
      kind: Gadget,
      backOff: { baseMs: 50, maxMs: 200 },
      missingRetryMs: 200,
    });
    const told: string[] = [];
    informer.addHandler(({ type, object }) => told.push(`${type} ${formatKey(object.metadata)}`));
    informer.start();
    onTestFinished(async () => {
      await informer.stop();
      await own.close();
    });
    await eventually(() => expect(informer.states[0]).toMatchObject({ phase: "missing", isSynced: false }));

    const install = async (): Promise<void> => {
      await client.create(gadgetDefinition);
      await waitFor(
        client,
        CustomResourceDefinition,
        gadgetDefinition.metadata.name,
        conditionIs("Established", "True"),
      );
    };
    await install();
    await informer.whenSynced({ signal: AbortSignal.timeout(15_000) });
    await client.create(Gadget.of({ metadata: { name: "one", namespace: "default" }, spec: {} }));
    await eventually(() => expect(told).toEqual(["added default/one"]));

    await client.delete(CustomResourceDefinition, gadgetDefinition.metadata.name);
    await waitFor(client, CustomResourceDefinition, gadgetDefinition.metadata.name, deleted);
    await eventually(() => expect(informer.states[0]!.phase).toBe("missing"));
    expect(told).toEqual(["added default/one", "deleted default/one"]);
    expect(informer.store.size).toBe(0);

    await install();
    await client.create(Gadget.of({ metadata: { name: "two", namespace: "default" }, spec: {} }));
    await eventually(() => expect(told.slice(2)).toEqual(["added default/two"]));
    expect(informer.states[0]!.phase).toBe("watching");
    await client.delete(CustomResourceDefinition, gadgetDefinition.metadata.name);
  });

  test("someone without permission is refused, and the state says so", async () => {
    const transport = new HttpsTransport(server.connection(server.addUser({ name: "nobody" })));
    const own = new ApiClient({ transport });
    const { informer } = informerOf({ client: own });
    await eventually(() => expect(informer.states[0]!.phase).toBe("backing-off"));
    expect(isForbidden(informer.states[0]!.error)).toBe(true);
    await informer.stop();
    await own.close();
  });

  test("a server that is restarted is found again, and nothing is missed", { timeout: 90_000 }, async () => {
    const namespace = await newNamespace();
    await client.create(configMap(namespace, "x", "1"));
    const { informer, told } = informerOf({ namespaces: [namespace] });
    await informer.whenSynced();
    await server.restart("kube-apiserver");
    await client.patch(ConfigMap, `${namespace}/x`, { merge: { data: { value: "2" } } });
    await client.create(configMap(namespace, "y", "1"));
    await eventually(() => expect(told).toEqual(["added x=1", "updated x=2", "added y=1"]));
    expect(informer.states[0]!.phase).toBe("watching");
  });
});
