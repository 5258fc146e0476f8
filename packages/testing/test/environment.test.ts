import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DynamicObject, defineKind, isConflict, isForbidden } from "@kubewright/api";
import { CustomResourceDefinition } from "@kubewright/api/apiextensions/v1";
import { Deployment, ReplicaSet } from "@kubewright/api/apps/v1";
import { ConfigMap, Namespace, Pod } from "@kubewright/api/core/v1";
import { ClusterRoleBinding } from "@kubewright/api/rbac/v1";
import { connect, injectFaults } from "@kubewright/client";
import { Result } from "@kubewright/runtime";
import {
  defaultStages,
  type Environment,
  type EnvironmentOptions,
  matchers,
  type ObjectMatchers,
  startEnvironment,
  systemTestHost,
  waitingStage,
  watchForLeaks,
} from "@kubewright/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

declare module "vitest" {
  interface Matchers<T> extends ObjectMatchers<T> {}
}

expect.extend(matchers);

const labels = { app: "web" };

function web(replicas: number, image = "web:1"): Deployment {
  const template = { metadata: { labels }, spec: { containers: [{ name: "web", image }] } };
  return Deployment.of({ metadata: { name: "web" }, spec: { replicas, selector: { matchLabels: labels }, template } });
}

const badImage = waitingStage(({ spec }) => spec?.containers[0]?.image === "typo", {
  reason: "ImagePullBackOff",
  message: 'Back-off pulling image "typo"',
});

/** On which pods with the image `typo` never start. */
const nodes = { simulated: { names: ["node-1"], stages: [badImage, ...defaultStages()] } };

const settings = (name = "settings") => ConfigMap.of({ metadata: { name }, data: { colour: "red" } });

function definitionOf(plural: string, kind: string): CustomResourceDefinition {
  const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
  return CustomResourceDefinition.of({
    metadata: { name: `${plural}.kitchen.example.com` },
    spec: {
      group: "kitchen.example.com",
      scope: "Namespaced",
      names: { plural, kind },
      versions: [{ name: "v1", served: true, storage: true, schema }],
    },
  });
}

const kindOf = (kind: string) => defineKind<DynamicObject>({ group: "kitchen.example.com", version: "v1", kind });

/** The message of a failure, without what is different each time. */
async function failure(promise: Promise<unknown>, ...names: string[]): Promise<string> {
  const error = await promise.then(
    () => new Error("it did not fail"),
    (reason: Error) => reason,
  );
  const text = names.reduce((message, name) => message.replaceAll(name, "shop"), error.message);
  return text.replace(/\bweb-[a-z0-9]{8,10}(-[a-z0-9]{5})?\b/g, (_, pod) =>
    pod === undefined ? "web-SET" : "web-POD",
  );
}

describe("the embedded environment", () => {
  test("has controllers and a node: a Deployment becomes available, and what it owns goes with it; nothing is left open", async () => {
    await using _leaks = watchForLeaks();
    await using environment = await startEnvironment();
    await using namespace = await environment.namespace();
    const { client, eventually } = namespace;
    const made = await client.create(web(3));
    const deployment = await eventually(Deployment, "web", {
      status: { readyReplicas: 3, conditions: [{ type: "Available", status: "True" }] },
    });
    expect(deployment).toHaveCondition("Available", { reason: "MinimumReplicasAvailable" });
    const [set] = (await client.list(ReplicaSet)).items;
    expect(set).toBeControlledBy(deployment);
    await client.delete(made);
    await eventually.gone(set!);
    await eventually(async () => expect((await client.list(Pod)).items).toEqual([]));
    expect(await client.find(Deployment, "web")).toBeGone();
  });

  test("has a manual clock: the ten minutes of a progress deadline pass when the test says so", async () => {
    await using _leaks = watchForLeaks();
    await using environment = await startEnvironment({ clock: "manual", nodes });
    const { client, eventually } = await environment.namespace();
    await client.create(web(3, "typo"));
    await eventually(Deployment, "web", { status: { updatedReplicas: 3, unavailableReplicas: 3 } });

    await environment.advance(9 * 60_000);
    expect(await client.get(Deployment, "web")).toHaveCondition("Progressing", { reason: "ReplicaSetUpdated" });

    await environment.advance(60_000);
    const message = /^ReplicaSet "web-\w+" has timed out progressing\.$/;
    await eventually(Deployment, "web", {
      status: { conditions: [{ type: "Progressing", status: "False", reason: "ProgressDeadlineExceeded", message }] },
    });
  });

  test("serves kinds from files, folders and objects", async () => {
    const folder = await mkdtemp(join(tmpdir(), "kubewright-environment-"));
    try {
      await writeFile(join(folder, "tea.yaml"), JSON.stringify(definitionOf("teas", "Tea")));
      const cakes = join(folder, "cakes.json");
      await writeFile(cakes, JSON.stringify(definitionOf("cakes", "Cake")));
      for (const clock of ["real", "manual"] as const) {
        await using environment = await startEnvironment({
          clock,
          crds: [folder, cakes, definitionOf("pies", "Pie")],
          controllers: [],
          nodes: 0,
        });
        const client = environment.client();
        for (const kind of ["Tea", "Cake", "Pie"]) {
          await client.create(kindOf(kind).of({ metadata: { name: "one", namespace: "default" } }));
        }
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("that cannot be made is an error, and nothing is left open", async () => {
    await using _leaks = watchForLeaks();
    for (const clock of ["real", "manual"] as const) {
      await expect(startEnvironment({ clock, crds: ["nowhere.yaml"] })).rejects.toMatchObject({
        code: "INVALID_DEFINITION",
        message: expect.stringContaining("nowhere.yaml cannot be read"),
      });
    }
  });

  test("fails as it is told to, from the moment it is there", async () => {
    await using environment = await startEnvironment({
      crds: [definitionOf("teas", "Tea")],
      faults: [
        {
          verb: "create",
          resource: "configmaps",
          times: 1,
          fault: { type: "status", status: 409, reason: "Conflict" },
        },
      ],
    });
    const { client } = await environment.namespace();
    await expect(client.create(settings())).rejects.toSatisfy(isConflict);
    await client.create(settings());
    const rule = environment.faults.add({
      verb: "get",
      resource: "configmaps",
      fault: { type: "status", status: 500 },
    });
    await expect(client.get(ConfigMap, "settings")).rejects.toThrow();
    rule.remove();
    await client.get(ConfigMap, "settings");
  });

  test("has only the controllers and nodes that it is told to have", async () => {
    await using environment = await startEnvironment({
      controllers: ["*", "-deployment-controller"],
      nodes: 0,
      clock: "manual",
    });
    const { client, eventually } = await environment.namespace();
    await client.create(web(1));
    const set = ReplicaSet.of({ metadata: { name: "set" }, spec: { ...web(1).spec, replicas: 1 } });
    await client.create(set);
    const message = "no nodes available to schedule pods";
    await eventually(async () => {
      const { items } = await client.list(Pod);
      expect(items).toHaveLength(1);
      expect(items[0]).toHaveCondition("PodScheduled", { status: "False", reason: "Unschedulable", message });
    });
    expect((await client.get(Deployment, "web")).status).toEqual({});
    await expect(startEnvironment({ controllers: ["*", "-job"] })).rejects.toMatchObject({
      code: "INVALID_OPTION",
      message: expect.stringMatching(
        /^startEnvironment: controllers: there is no "job"; known are .*deployment-controller/,
      ),
    });
  });

  test("runs pods as processes, and shows what they logged", async () => {
    await using _leaks = watchForLeaks();
    await using environment = await startEnvironment({ nodes: { process: 1 } });
    const { client, eventually, name } = await environment.namespace();
    const script = 'console.log("cannot read /etc/settings"); setInterval(() => {}, 1000)';
    const container = {
      name: "web",
      image: "node:24",
      args: ["-e", script],
      readinessProbe: { tcpSocket: { port: 1 }, periodSeconds: 1 },
    };
    const pod = Pod.of({ metadata: { name: "web" }, spec: { containers: [container] } });
    await client.create(pod);
    await eventually(Pod, "web", { status: { phase: "Running" } });
    await eventually(async () => {
      for await (const line of client.logs("web")) if (line.startsWith("cannot read")) return;
      throw new Error("it has not logged anything");
    });
    const text = await failure(
      eventually(Pod, "web", { status: { conditions: [{ type: "Ready", status: "True" }] } }, { timeoutMs: 0 }),
      name,
    );
    expect(text.split("\n").slice(0, 3)).toEqual([
      "Pod shop/web, after 0 ms, is not as expected (-), but so (+):",
      '- status.conditions[Ready].status: "True"',
      '+ status.conditions[Ready].status: "False"',
    ]);
    expect(text).toContain("Pods:\n  web: Running: web is running, but not ready\n    web | cannot read /etc/settings");
  });

  test("lets other things happen while somebody asks without end", async () => {
    await using environment = await startEnvironment({ controllers: [], nodes: 0 });
    const client = environment.client();
    await client.list(ConfigMap);
    let hasTurned = false;
    setImmediate(() => {
      hasTurned = true;
    });
    for (let request = 0; request < 100; request++) await client.find(ConfigMap, "settings");
    expect(hasTurned).toBe(true);
  });

  test("is over when it is closed, twice if need be", async () => {
    const environment = await startEnvironment({ nodes: 0 });
    await environment.close();
    await environment.close();
    expect(() => environment.client()).toThrow(expect.objectContaining({ code: "CLOSED" }));
    await expect(environment.namespace()).rejects.toMatchObject({ code: "CLOSED" });
  });
});

describe("an environment", () => {
  let environment: Environment;
  beforeAll(async () => {
    environment = await startEnvironment({ clock: "manual", nodes });
  });
  afterAll(async () => {
    await environment?.close();
  });

  test("shows where an object differs, its events, and its pods", async () => {
    const { client, eventually, name } = await environment.namespace();
    await client.create(web(1, "typo"));
    await eventually(Pod, await onlyPod(name), { status: { containerStatuses: [{ name: "web" }] } });
    const expected = { status: { readyReplicas: 1, conditions: [{ type: "Available", status: "True" }] } } as const;
    const text = await failure(eventually(Deployment, "web", expected, { timeoutMs: 2_000 }), name);
    const lines = `Deployment shop/web, after 2000 ms, is not as expected (-), but so (+):
- status.readyReplicas: 1
+ status.readyReplicas (absent)
- status.conditions[Available].status: "True"
+ status.conditions[Available].status: "False"
Conditions:
  Progressing=True (ReplicaSetUpdated: ReplicaSet "web-SET" is progressing.)
  Available=False (MinimumReplicasUnavailable: Deployment does not have minimum availability.)
Events:
  2s ago Normal ScalingReplicaSet, Deployment web: Scaled up replica set web-SET from 0 to 1
  2s ago Normal SuccessfulCreate, ReplicaSet web-SET: Created pod: web-POD
  2s ago Normal Scheduled, Pod web-POD: Successfully assigned shop/web-POD to node-1
Pods:
  web-POD: Pending: web is waiting: ImagePullBackOff: Back-off pulling image "typo"`;
    // What happens in the same second may be told in any order.
    expect(text.split("\n").sort()).toEqual(lines.split("\n").sort());
    expect(text.split("\n").slice(0, 6)).toEqual(lines.split("\n").slice(0, 6));
  });

  test("names what there is in the place of an object that does not exist", async () => {
    const { client, eventually, name } = await environment.namespace();
    for (const each of ["a", "b"]) await client.create(settings(each));
    expect(
      await failure(eventually(ConfigMap, "settings", {}, { timeoutMs: 100 }), name),
    ).toBe(`ConfigMap shop/settings, after 100 ms, does not exist
ConfigMap objects that there are:
  a
  b`);
    expect(await failure(eventually(Namespace, "nowhere", {}, { timeoutMs: 100 }))).toMatch(
      /^Namespace nowhere, after 100 ms, does not exist\nNamespace objects that there are:\n {2}default\n/,
    );
  });

  test("passes on what a check says", async () => {
    const { client, eventually, name } = await environment.namespace();
    await client.create(settings());
    const error = new Error("it is red");
    const check = (): void => {
      throw error;
    };
    const failed = eventually(ConfigMap, "settings", check, { timeoutMs: 100 });
    await expect(failed).rejects.toMatchObject({ code: "NOT_EVENTUALLY", cause: error });
    expect(await failure(failed, name)).toBe(
      "ConfigMap shop/settings, after 100 ms, does not pass the check: it is red",
    );
    expect(
      await failure(
        eventually(ConfigMap, "settings", () => false, { timeoutMs: 100 }),
        name,
      ),
    ).toBe("ConfigMap shop/settings, after 100 ms, does not pass the check, which gave false");
    expect(
      await failure(
        eventually(ConfigMap, "settings", async () => {}, { timeoutMs: 100 }),
        name,
      ),
    ).toContain("does not pass the check, which is asynchronous: it is asked about a state that is there");
    expect(await failure(eventually(() => expect(1).toBe(2), { timeoutMs: 100 }))).toMatch(
      /^the check still fails after 100 ms and \d tries: /,
    );
  });

  test("tells what keeps an object that should be gone, or replaced", async () => {
    const { client, eventually, name } = await environment.namespace();
    const object = settings();
    object.metadata.finalizers = ["example.com/backup"];
    const made = await client.create(object);
    const limit = { timeoutMs: 100 };
    expect(await failure(eventually.gone(made, limit), name)).toBe(
      "ConfigMap shop/settings, after 100 ms, still exists: nobody has asked for its deletion",
    );
    expect(await failure(eventually.replaced(made, limit), name)).toBe(
      "ConfigMap shop/settings, after 100 ms, is still the same: nobody has asked for its deletion",
    );
    await client.delete(made);
    expect(await failure(eventually.gone(ConfigMap, "settings", limit), name)).toBe(
      "ConfigMap shop/settings, after 100 ms, still exists: it is being deleted and waits for its finalizers example.com/backup",
    );
    await client.patch(ConfigMap, "settings", { merge: { metadata: { finalizers: null } } });
    await eventually.gone(made);
    expect(await failure(eventually.replaced(made, limit), name)).toMatch(
      /^ConfigMap shop\/settings, after 100 ms, is gone, and no other took its place/,
    );
    const next = await client.create(settings());
    expect((await eventually.replaced(made)).metadata.uid).toBe(next.metadata.uid);
  });

  test("stops waiting when it is told to", async () => {
    const stop = new AbortController();
    const reason = new Error("enough");
    const waiting = environment.eventually(ConfigMap, "nothing", {}, { signal: stop.signal });
    stop.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });

  test("lets nobody do more than they may", async () => {
    const { client, name } = await environment.namespace();
    await client.create(settings());
    const admin = environment.client({ namespace: name });
    const account = environment.client({ serviceAccount: `${name}/default`, namespace: name });
    await expect(account.get(ConfigMap, "settings")).rejects.toSatisfy(isForbidden);
    await admin.create(
      ClusterRoleBinding.of({
        metadata: { name: `view-${name}` },
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "cluster-admin" },
        subjects: [
          { kind: "ServiceAccount", name: "default", namespace: name },
          { kind: "Group", apiGroup: "rbac.authorization.k8s.io", name: "ops" },
        ],
      }),
    );
    await account.get(ConfigMap, "settings");
    const jane = environment.client({ user: "jane", namespace: name });
    await expect(jane.get(ConfigMap, "settings")).rejects.toSatisfy(isForbidden);
    await environment.client({ user: "jane", groups: ["ops"], namespace: name }).get(ConfigMap, "settings");
  });

  test("gives a kubeconfig that other programs can use, as whoever is named", async () => {
    const folder = await mkdtemp(join(tmpdir(), "kubewright-environment-"));
    try {
      const { client, name } = await environment.namespace();
      await client.create(settings());
      const [admin, jane] = [join(folder, "admin"), join(folder, "jane")];
      await Promise.all([environment.writeKubeconfig(admin), environment.writeKubeconfig(jane, { user: "jane" })]);
      expect((await stat(admin)).mode & 0o777).toBe(0o600);
      await using one = await connect({ kubeconfig: admin, namespace: name });
      expect((await one.get(ConfigMap, "settings")).data).toEqual({ colour: "red" });
      await using other = await connect({ kubeconfig: jane, namespace: name });
      await expect(other.get(ConfigMap, "settings")).rejects.toSatisfy(isForbidden);
      expect(await readFile(jane, "utf8")).not.toBe(await readFile(admin, "utf8"));
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("refuses what its cluster does not have", async () => {
    await expect(environment.loadImage("image.tar")).rejects.toMatchObject({
      code: "INVALID_OPTION",
      message:
        "startEnvironment: nodes: there is no node that could run an image; start the environment with { process: 1 }",
    });
    await expect(environment.advance(-1)).rejects.toThrow("time cannot advance by -1 ms");
  });

  async function onlyPod(namespace: string): Promise<{ namespace: string; name: string }> {
    return await environment.eventually(async () => {
      const { items } = await environment.client().list(Pod, { namespace });
      expect(items).toHaveLength(1);
      return { namespace, name: items[0]!.metadata.name };
    });
  }
});

describe("a manager in an environment", () => {
  test("works in the time of the test, and what it logs is shown when it does not do as expected", async () => {
    await using _leaks = watchForLeaks();
    await using environment = await startEnvironment({ clock: "manual", nodes: 0 });
    const { client, eventually, name } = await environment.namespace();
    await environment.startManager((manager) => {
      manager
        .controller("minutely")
        .for(ConfigMap)
        .reconcile(async ({ key, client, log, signal }) => {
          if (key.namespace !== name) return Result.done();
          const map = await client.find(ConfigMap, key, { signal });
          if (map?.data?.colour === undefined) return Result.done();
          const rounds = String(Number(map.data.rounds ?? 0) + 1);
          if (map.data.colour === "black") log.warn({ rounds }, "this is too dark");
          if (Number(rounds) > 3) return Result.done();
          await client.patch(ConfigMap, key, { merge: { data: { rounds } } }, { signal });
          return Result.requeueAfter(60_000);
        });
    });
    await client.create(settings());
    await environment.advance(120_000);
    expect(await client.get(ConfigMap, "settings")).toMatchFields({ data: { rounds: "3" } });
    await client.patch(ConfigMap, "settings", { merge: { data: { colour: "black" } } });
    const text = await failure(
      eventually(ConfigMap, "settings", { data: { rounds: "4" } }, { timeoutMs: 1_000 }),
      name,
    );
    expect(text).toMatch(/The manager's log:\n(.*\n)* {2}warn this is too dark \{.*"rounds":"4"/);
  });

  test("that failed makes the end of the environment fail", async () => {
    const environment = await startEnvironment({ nodes: 0, controllers: [] });
    let isStarted = false;
    const start = async (): Promise<void> => {
      isStarted = true;
      throw new Error("it broke");
    };
    await environment.startManager((manager) => manager.add({ name: "broken", start }));
    await environment.eventually(() => isStarted);
    await expect(environment.close()).rejects.toThrow("it broke");
  });

  test("has only the rights of its account", async () => {
    await using environment = await startEnvironment({ nodes: 0, clock: "manual" });
    const { eventually, name } = await environment.namespace();
    await environment.startManager(
      (manager) =>
        manager
          .controller("settings")
          .for(ConfigMap)
          .reconcile(async () => {}),
      { identity: { serviceAccount: `${name}/default` } },
    );
    const text = await failure(eventually(ConfigMap, "nothing", {}, { timeoutMs: 500 }), name);
    expect(text).toMatch(/The manager's log:[\s\S]*configmaps is forbidden/);
  });

  test("sends its requests, and only those, through interceptors", async () => {
    await using environment = await startEnvironment({ nodes: 0, clock: "manual" });
    const { client, eventually } = await environment.namespace();
    const patches: string[] = [];
    const failTwice = injectFaults([{ method: "PATCH", times: 2, fault: { type: "status", status: 500 } }]);
    await environment.startManager(
      (manager) =>
        manager
          .controller("painter")
          .for(ConfigMap)
          .reconcile(async ({ key, client, signal }) => {
            const map = await client.find(ConfigMap, key, { signal });
            if (map?.data?.colour !== "red") return;
            await client.patch(ConfigMap, key, { merge: { data: { colour: "red", brush: "new" } } }, { signal });
          }),
      {
        interceptors: [
          async (request, next) => {
            if (request.method === "PATCH") patches.push(request.path);
            return await failTwice(request, next);
          },
        ],
      },
    );
    await client.create(settings());
    await client.patch(ConfigMap, "settings", { merge: { data: { owner: "test" } } });
    await eventually(ConfigMap, "settings", { data: { colour: "red", brush: "new", owner: "test" } });
    expect(patches).toHaveLength(3);
    expect(patches.filter((path) => !path.includes("fieldManager=manager"))).toEqual([]);
  });
});

describe("an environment on an existing cluster", () => {
  let environment: Environment;
  let folder: string;
  let kubeconfig: string;
  beforeAll(async () => {
    environment = await startEnvironment();
    folder = await mkdtemp(join(tmpdir(), "kubewright-environment-"));
    kubeconfig = join(folder, "config");
    await environment.writeKubeconfig(kubeconfig);
  });
  afterAll(async () => {
    await environment?.close();
    await rm(folder, { recursive: true });
  });

  /** A machine whose kubectl would use the cluster. */
  function host(env: Record<string, string> = {}) {
    const shown: string[] = [];
    const system = systemTestHost();
    return {
      ...system,
      env: { KUBECONFIG: kubeconfig, ...env },
      shown,
      showToUser: (text: string) => void shown.push(text),
    };
  }

  test("uses the context that is named, says so, and deletes its namespaces at the end", async () => {
    const machine = host({ USE_EXISTING_CLUSTER: "true", KUBEWRIGHT_TEST_CONTEXT: "kubewright" });
    const existing = await startEnvironment({ host: machine, crds: [definitionOf("teas", "Tea")] });
    expect(existing.description).toMatch(
      /^the existing cluster https:\/\/127\.0\.0\.1:\d+, context kubewright of .*config$/,
    );
    expect(machine.shown).toEqual([`tests use ${existing.description}\n`]);
    const { client, eventually, name } = await existing.namespace();
    await client.create(web(2));
    await eventually(Deployment, "web", { status: { availableReplicas: 2 } });
    await client.create(kindOf("Tea").of({ metadata: { name: "assam" } }));
    const jane = existing.client({ user: "jane" });
    await expect(jane.get(Deployment, `${name}/web`)).rejects.toSatisfy(isForbidden);
    const copy = join(folder, "jane");
    await existing.writeKubeconfig(copy, { user: "jane" });
    await using other = await connect({ kubeconfig: copy });
    await expect(other.get(Deployment, `${name}/web`)).rejects.toSatisfy(isForbidden);
    expect(() => existing.faults).toThrow(/cannot fail on purpose; take cluster: "embedded"/);
    await expect(existing.advance(1)).rejects.toThrow('start the environment with clock: "manual" to advance it');
    await existing.close();
    await environment.eventually.gone(Namespace, { name });
  });

  test.each<[string, EnvironmentOptions["existing"], RegExp]>([
    [
      "the current context, if nobody says that it is meant",
      {},
      /existing\.context: tests would change and delete objects in the existing cluster https:.*, context kubewright of .*config, which is only the current one\. If that is meant, say so: existing: \{ context: "kubewright" \}, or KUBEWRIGHT_TEST_CONTEXT=kubewright$/,
    ],
    [
      "a context that there is not",
      { context: "prod" },
      /existing\.context: .*config has no context "prod"; it has kubewright$/,
    ],
    ["a file that is not there", { kubeconfig: "nowhere" }, /existing\.kubeconfig: .*nowhere/],
  ])("refuses %s", async (_, existing, message) => {
    const started = startEnvironment({ cluster: "existing", existing: existing!, host: host() });
    await expect(started).rejects.toMatchObject({ code: "INVALID_OPTION", message: expect.stringMatching(message) });
  });

  test("takes the current context of a file that is named", async () => {
    await using existing = await startEnvironment({ cluster: "existing", existing: { kubeconfig }, host: host() });
    expect(await existing.client().find(Namespace, { name: "default" })).toBeDefined();
  });
});
