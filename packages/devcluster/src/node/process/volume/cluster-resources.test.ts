import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ManualClock } from "@kubewright/api";
import { ConfigMap, Pod, Secret, ServiceAccount, type Volume } from "@kubewright/api/core/v1";
import { ApiServer } from "@kubewright/apiserver";
import { ApiClient } from "@kubewright/client";
import { silentLogger } from "@kubewright/runtime";
import { type Check, eventually, type Passed } from "@kubewright/testing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { PodVolumes } from "../container/pod-resources.ts";
import { ClusterResources } from "./cluster-resources.ts";

const namespace = "default";
const place = { host: "127.0.0.1", port: 6443, certificateAuthority: "" };

/** As soon as it is so, with time for a machine that has much else to do. */
function soon<T>(check: Check<T>): Promise<Passed<T>> {
  return eventually(check, { timeoutMs: 15_000 });
}

describe("ClusterResources", () => {
  let clock: ManualClock;
  let server: ApiServer;
  let client: ApiClient;
  let resources: ClusterResources;
  let folder: string;
  let opened: PodVolumes[];

  beforeEach(async () => {
    clock = new ManualClock();
    server = await ApiServer.start({ clock });
    client = new ApiClient({ transport: server.transport() });
    resources = new ClusterResources({ client, clock, random: () => 0, log: silentLogger, server: place });
    folder = await mkdtemp(join(tmpdir(), "cluster-resources-"));
    opened = [];
    await client.create(ServiceAccount.of({ metadata: { name: "default", namespace } }));
    await client.create(
      ConfigMap.of({ metadata: { name: "web", namespace }, data: { "a.txt": "one" }, binaryData: { b: "AAE=" } }),
    );
    await client.create(Secret.of({ metadata: { name: "key", namespace }, stringData: { pass: "word" } }));
  });

  afterEach(async () => {
    for (const volumes of opened) await volumes[Symbol.asyncDispose]();
    await resources[Symbol.asyncDispose]();
    await client.close();
    await server.close();
    await rm(folder, { recursive: true });
  });

  async function prepare(volume: Omit<Volume, "name">, spec: object = {}): Promise<string> {
    const pod = await client.create(
      Pod.of({
        metadata: { name: "web", namespace, labels: { app: "web" } },
        spec: {
          nodeName: "local",
          automountServiceAccountToken: false,
          containers: [{ name: "main", image: "a", resources: { limits: { cpu: "1" } } }],
          volumes: [{ name: "files", ...volume }],
          ...spec,
        },
      }),
    );
    const { signal } = new AbortController();
    const volumes = await resources.prepareVolumes({ pod, folder, signal });
    opened.push(volumes);
    return volumes.folders.get("files") ?? "";
  }

  /** Content and mode of what a reader sees, by name. */
  async function seen(path: string): Promise<Record<string, string>> {
    const names = (await readdir(path)).filter((name) => !name.startsWith(".."));
    const files = await Promise.all(
      names.map(async (name) => {
        const file = join(path, name);
        return [name, `${await readFile(file, "latin1")} ${((await stat(file)).mode & 0o777).toString(8)}`];
      }),
    );
    return Object.fromEntries(files);
  }

  test("a config map is a folder with a file for each key", async () => {
    const path = await prepare({ configMap: { name: "web" } });
    expect(await seen(path)).toEqual({ "a.txt": "one 644", b: "\0\u0001 644" });
  });

  test("items choose, place and protect files", async () => {
    const items = [{ key: "pass", path: "deep/er/password", mode: 0o400 }];
    const path = await prepare({ secret: { secretName: "key", items, defaultMode: 0o440 } });
    expect(await readdir(join(path, "deep"))).toEqual(["er"]);
    expect(await seen(join(path, "deep", "er"))).toEqual({ password: "word 400" });
  });

  test("a change of the config map reaches the files, all at once", async () => {
    const path = await prepare({ configMap: { name: "web" } });
    const before = await readdir(path);
    await client.update(
      ConfigMap.of({ metadata: { name: "web", namespace }, data: { "a.txt": "two", "c.txt": "new" } }),
    );
    await soon(async () => {
      expect(await seen(path)).toEqual({ "a.txt": "two 644", "c.txt": "new 644" });
      // Of the versions, only the newest is left.
      expect(await readdir(path)).toHaveLength(before.length);
    });
  });

  test("what is optional may come later", async () => {
    const path = await prepare({ configMap: { name: "later", optional: true } });
    expect(await seen(path)).toEqual({});
    await client.create(ConfigMap.of({ metadata: { name: "later", namespace }, data: { a: "1" } }));
    await soon(async () => expect(await seen(path)).toEqual({ a: "1 644" }));
  });

  test("files that tell of nothing that may change watch no pod", async () => {
    const namespaceFile = { path: "namespace", fieldRef: { fieldPath: "metadata.namespace" } };
    const sources = [{ configMap: { name: "web" } }, { downwardAPI: { items: [namespaceFile] } }];
    await prepare({ projected: { sources } });
    await soon(() => expect(server.faults.stallWatches({ resource: "configmaps" })).toBe(1));
    expect(server.faults.stallWatches({ resource: "pods" })).toBe(0);
  });

  test("files of the downward API follow the pod", async () => {
    const items = [
      { path: "labels", fieldRef: { fieldPath: "metadata.labels" } },
      { path: "cpu", resourceFieldRef: { containerName: "main", resource: "limits.cpu", divisor: "1m" } },
    ];
    const path = await prepare({ downwardAPI: { items } });
    expect(await seen(path)).toEqual({ labels: 'app="web" 644', cpu: "1000 644" });
    await client.patch(Pod, { name: "web", namespace }, { merge: { metadata: { labels: { app: "site" } } } });
    await soon(async () => expect(await seen(path)).toMatchObject({ labels: 'app="site" 644' }));
  });

  test("a projected volume has a token, which is renewed after four fifths of its life, and a kubeconfig", async () => {
    await client.create(
      ConfigMap.of({ metadata: { name: "kube-root-ca.crt", namespace }, data: { "ca.crt": "CERTIFICATE" } }),
    );
    const sources = [
      { serviceAccountToken: { path: "token", expirationSeconds: 600 } },
      { configMap: { name: "kube-root-ca.crt", items: [{ key: "ca.crt", path: "ca.crt" }] } },
      { downwardAPI: { items: [{ path: "namespace", fieldRef: { fieldPath: "metadata.namespace" } }] } },
    ];
    const path = await prepare({ projected: { sources } }, { serviceAccountName: "default" });
    expect(await seen(path)).toMatchObject({ "ca.crt": "CERTIFICATE 644", namespace: "default 644" });
    const kubeconfig = JSON.parse(await readFile(join(path, "kubeconfig"), "utf8"));
    expect(kubeconfig.clusters[0].cluster.server).toBe("https://127.0.0.1:6443");
    const token = await readFile(join(path, "token"), "utf8");
    const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    expect(claims["kubernetes.io"].pod.name).toBe("web");
    clock.advance(479_000);
    expect(await readFile(join(path, "token"), "utf8")).toBe(token);
    clock.advance(1_000);
    await soon(async () => expect(await readFile(join(path, "token"), "utf8")).not.toBe(token));
  });

  test("a token that expired while the machine slept is renewed within a minute", async () => {
    const sources = [{ serviceAccountToken: { path: "token", expirationSeconds: 600 } }];
    const path = await prepare({ projected: { sources } }, { serviceAccountName: "default" });
    const token = await readFile(join(path, "token"), "utf8");
    clock.setNow(clock.now() + 3_600_000);
    clock.advance(60_000);
    await soon(async () => expect(await readFile(join(path, "token"), "utf8")).not.toBe(token));
  });

  test("an empty folder may be written by anyone, also where only a part of it is mounted", async () => {
    const volumeMounts = [{ name: "files", mountPath: "/data", subPath: "part/one" }];
    const path = await prepare({ emptyDir: {} }, { containers: [{ name: "main", image: "a", volumeMounts }] });
    for (const part of ["", "part/one"]) expect((await stat(join(path, part))).mode & 0o777).toBe(0o777);
  });

  test("a host path is itself, made where its type says so", async () => {
    const wanted = join(folder, "host");
    expect(await prepare({ hostPath: { path: wanted, type: "DirectoryOrCreate" } })).toBe(wanted);
    expect((await stat(wanted)).isDirectory()).toBe(true);
  });

  test.each<[string, Omit<Volume, "name">]>([
    ['configmap "gone" not found', { configMap: { name: "gone" } }],
    ['secret "gone" not found', { secret: { secretName: "gone" } }],
    [
      "configmap references non-existent config key: k",
      { configMap: { name: "web", items: [{ key: "k", path: "k" }] } },
    ],
    ["references non-existent secret key: k", { secret: { secretName: "key", items: [{ key: "k", path: "k" }] } }],
    [
      '[configmap "gone" not found, secret "gone" not found]',
      { projected: { sources: [{ configMap: { name: "gone" } }, { secret: { name: "gone" } }] } },
    ],
    ["hostPath type check failed: /no/such is not a directory", { hostPath: { path: "/no/such", type: "Directory" } }],
    ["this node cannot make volumes of the kind nfs", { nfs: { server: "a", path: "/" } }],
  ])("rejects with: %s", async (message, volume) => {
    await expect(prepare(volume)).rejects.toMatchObject({ name: "VolumeError", volume: "files", message });
  });
});
