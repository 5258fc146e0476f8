import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type DynamicObject, defineKind, ignoreNotFound } from "@kubewright/api";
import { CustomResourceDefinition } from "@kubewright/api/apiextensions/v1";
import { Deployment } from "@kubewright/api/apps/v1";
import { Event, Namespace, Pod } from "@kubewright/api/core/v1";
import { deleted, waitFor } from "@kubewright/client";
import { DevCluster, imageEndpointPath } from "@kubewright/devcluster";
import { eventually } from "@kubewright/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CommandHost } from "../../host.ts";
import { runCommandLine } from "../command-line.ts";

let cluster: DevCluster;
let folder: string;
beforeAll(async () => {
  cluster = await DevCluster.start({ processNodes: { count: 1 } });
});
afterAll(() => cluster.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "kubewright-deploy-test-"));
  await write("kubeconfig", cluster.kubeconfig());
});
afterEach(async () => {
  await rm(folder, { recursive: true });
  const client = cluster.client();
  await client.delete(CustomResourceDefinition, "memcacheds.cache.example.com").catch(ignoreNotFound);
  await waitFor(client, CustomResourceDefinition, "memcacheds.cache.example.com", deleted);
});

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

interface Said {
  code: number;
  output: string;
  messages: string;
}

async function run(
  args: string[],
  { stop, onOutput }: { stop?: AbortSignal; onOutput?: (text: string) => void } = {},
): Promise<Said> {
  const said = { output: "", messages: "" };
  const host: CommandHost = {
    output: {
      isTerminal: false,
      write: (text) => {
        said.output += text;
        onOutput?.(text);
      },
    },
    messages: {
      isTerminal: false,
      write: (text) => {
        said.messages += text;
      },
    },
    env: { PATH: process.env.PATH, KUBECONFIG: join(folder, "kubeconfig") },
    folder,
    temporaryFolder: folder,
    processId: 7,
    interrupted: stop ?? new AbortController().signal,
  };
  return { code: await runCommandLine(args, host), ...said };
}

const definition = (size = "integer") => `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: memcacheds.cache.example.com
spec:
  group: cache.example.com
  names: { kind: Memcached, listKind: MemcachedList, plural: memcacheds, singular: memcached }
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: { type: object, properties: { size: { type: ${size} } } }
`;

/** Of the container: it is ready only when something listens, at a port that nobody else on the machine has. */
const probe = "readinessProbe: { tcpSocket: { port: 28481 }, periodSeconds: 1 }";

const operator = ({ namespace = "op-system", more = "", account = "op" } = {}) => `
apiVersion: v1
kind: Namespace
metadata: { name: ${namespace} }
---
apiVersion: v1
kind: ServiceAccount
metadata: { name: op, namespace: ${namespace} }
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: op-controller-manager
  namespace: ${namespace}
  labels: { control-plane: controller-manager }
spec:
  replicas: 1
  selector: { matchLabels: { control-plane: controller-manager } }
  template:
    metadata: { labels: { control-plane: controller-manager } }
    spec:
      serviceAccountName: ${account}
      terminationGracePeriodSeconds: 1
      containers:
      - name: manager
        image: controller:latest
        ${more}
---
${definition()}`;

async function project(main: string, options: Parameters<typeof operator>[0] = {}): Promise<void> {
  await write("package.json", JSON.stringify({ name: "op", type: "module", scripts: { build: "node build.mjs" } }));
  await write("build.mjs", `import { cpSync } from "node:fs"; cpSync("src", "dist", { recursive: true });`);
  await write("src/main.js", main);
  await write("config/default/all.yaml", operator(options));
}

const crd = "customresourcedefinition.apiextensions.k8s.io/memcacheds.cache.example.com";

describe("install and uninstall", () => {
  test("tell the context, and of each object what became of it", async () => {
    await write("config/crd/bases/memcacheds.yaml", definition());
    await write("config/crd/kustomization.yaml", "resources:\n- bases/memcacheds.yaml\n");
    const context = `Context kubewright at ${cluster.address?.url}\n`;
    expect(await run(["install"])).toEqual({ code: 0, output: `${crd} created\n`, messages: context });
    expect(await run(["install"])).toEqual({ code: 0, output: `${crd} unchanged\n`, messages: context });
    await write("config/crd/bases/memcacheds.yaml", definition("string"));
    expect((await run(["install", "--dry-run"])).output).toBe(`${crd} configured (server dry run)\n`);
    expect((await run(["install"])).output).toBe(`${crd} configured\n`);
    const installed = await cluster.client().get(CustomResourceDefinition, "memcacheds.cache.example.com");
    expect(installed.metadata.managedFields?.find(({ operation }) => operation === "Apply")?.manager).toBe(
      "kubewright",
    );

    expect(await run(["uninstall"])).toEqual({
      code: 0,
      output: 'customresourcedefinition.apiextensions.k8s.io "memcacheds.cache.example.com" deleted\n',
      messages: context,
    });
    expect(await cluster.client().find(CustomResourceDefinition, "memcacheds.cache.example.com")).toBeUndefined();
    expect(await run(["uninstall", "--ignore-not-found"])).toEqual({
      code: 0,
      output: "",
      messages: `${context}Nothing to remove: its one object is not there\n`,
    });
    const again = await run(["uninstall", "--ignore-not-found=false"]);
    expect(again.code).toBe(1);
    expect(again.messages).toContain(`error: not found: ${crd}\n`);
  });

  test("scripts get JSON", async () => {
    await write("crd.yaml", definition());
    const { output } = await run(["install", "-f", "crd.yaml", "-o", "json"]);
    const object = {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      name: "memcacheds.cache.example.com",
    };
    expect(JSON.parse(output)).toEqual({
      context: "kubewright",
      server: cluster.address?.url,
      dryRun: false,
      objects: [{ ...object, result: "created" }],
    });
    expect(JSON.parse((await run(["uninstall", "-f", "crd.yaml", "-o", "json"])).output).objects).toEqual([
      { ...object, result: "deleted" },
    ]);
  });

  test("fields that someone else set are not taken without being told to", async () => {
    await write("crd.yaml", definition());
    await run(["install", "-f", "crd.yaml"]);
    const client = cluster.client({ fieldManager: "someone" });
    const found = await client.get(CustomResourceDefinition, "memcacheds.cache.example.com");
    found.spec.names.singular = "other";
    await client.update(found);
    const { code, messages } = await run(["install", "-f", "crd.yaml"]);
    expect(code).toBe(1);
    expect(messages).toMatch(
      /Apply failed with 1 conflict: conflict with "someone"[\s\S]*--force-conflicts takes them over/,
    );
    expect((await run(["install", "-f", "crd.yaml", "--force-conflicts"])).output).toBe(`${crd} configured\n`);
  });

  test("what the server refuses is told by name", async () => {
    await write("crd.yaml", definition().replace("scope: Namespaced", "scope: Everywhere"));
    const { code, output, messages } = await run(["install", "-f", "crd.yaml"]);
    expect([code, output]).toEqual([1, ""]);
    expect(messages).toContain(`error: ${crd} was refused: `);
    expect(messages).toContain('spec.scope: Unsupported value: "Everywhere"');
    await write("crd.yaml", definition().replace("scope:", "scpe:"));
    expect((await run(["install", "-f", "crd.yaml"])).messages).toContain(".spec.scpe: field not declared in schema");
    await write("crd.yaml", "apiVersion: a.example.com/v1\nkind: Nothing\nmetadata: { name: x }\n");
    expect((await run(["install", "-f", "crd.yaml"])).messages).toContain(
      "the cluster does not know the kind Nothing of a.example.com/v1",
    );
  });

  test("a definition whose objects are held is named, with what holds them", async () => {
    await write("crd.yaml", definition());
    await run(["install", "-f", "crd.yaml"]);
    const client = cluster.client();
    const Memcached = defineKind<DynamicObject>({ group: "cache.example.com", version: "v1", kind: "Memcached" });
    await client.create(Memcached.of({ metadata: { name: "m", namespace: "default", finalizers: ["example.com/f"] } }));
    const { code, messages } = await run(["uninstall", "-f", "crd.yaml", "--timeout", "1"]);
    expect(code).toBe(1);
    expect(messages).toMatch(
      /is still there after 1 s\n {2}memcacheds\.cache\.example\.com\/m in namespace default waits for its finalizer example\.com\/f\n/,
    );
    await client.patch(Memcached, "default/m", { merge: { metadata: { finalizers: null } } });
  });

  test.each([
    ["nothing to install", ["install"], /config\/crd is not there: .*kubewright create api/],
    [
      "no kubeconfig",
      ["install", "-f", "crd.yaml", "--kubeconfig", "none"],
      /none[\s\S]*start one of your own with "kubewright cluster"/,
    ],
    ["an unknown context", ["install", "-f", "crd.yaml", "--context", "nope"], /nope/],
    [
      "no server",
      ["install", "-f", "crd.yaml"],
      /nothing answers at https:\/\/127\.0\.0\.1:1, the server of context c/,
    ],
  ])("%s is told, with what to do", async (_, args, message) => {
    await write("crd.yaml", definition());
    const server = "https://127.0.0.1:1";
    await write(
      "kubeconfig",
      JSON.stringify({
        "current-context": "c",
        clusters: [{ name: "c", cluster: { server } }],
        contexts: [{ name: "c", context: { cluster: "c" } }],
      }),
    );
    const { code, output, messages } = await run(args);
    expect([code, output]).toEqual([1, ""]);
    expect(messages).toMatch(message);
  });

  test("who lacks a permission is told so", async () => {
    await write("crd.yaml", definition());
    await write("kubeconfig", cluster.server.kubeconfig({ user: "somebody" }));
    const { code, messages } = await run(["install", "-f", "crd.yaml"]);
    expect(code).toBe(1);
    expect(messages).toMatch(
      /User "somebody" cannot get resource "customresourcedefinitions"[\s\S]*You lack this permission in context/,
    );
  });
});

describe("deploy and undeploy", () => {
  test("bring the operator and its image, again and again, and remove it all", async () => {
    await write("config/default/kustomization.yaml", "resources:\n- all.yaml\n");
    await write("config/default/all.yaml", operator());
    const args = ["deploy", "--image", "example.com/op:v1", "--no-load"];
    const dry = await run([...args, "--dry-run"]);
    expect(dry.output).toBe(
      [
        "namespace/op-system created (server dry run)",
        `${crd} created (server dry run)`,
        "serviceaccount/op not checked: its namespace or definition is not there yet (server dry run)",
        "deployment.apps/op-controller-manager not checked: its namespace or definition is not there yet (server dry run)",
        "",
      ].join("\n"),
    );
    const lines = (result: string) =>
      [
        `namespace/op-system ${result}`,
        `${crd} ${result}`,
        `serviceaccount/op ${result}`,
        `deployment.apps/op-controller-manager ${result}`,
        "deployment.apps/op-controller-manager is available",
        "",
      ].join("\n");
    expect(await run(args)).toMatchObject({ code: 0, output: lines("created") });
    const { spec } = await cluster.client().get(Deployment, "op-system/op-controller-manager");
    expect(spec.template.spec?.containers[0]?.image).toBe("example.com/op:v1");
    expect((await run(args)).output).toBe(lines("unchanged"));
    expect(await run(["undeploy"])).toMatchObject({
      code: 0,
      output: [
        'customresourcedefinition.apiextensions.k8s.io "memcacheds.cache.example.com" deleted',
        'deployment.apps "op-controller-manager" deleted from op-system namespace',
        'serviceaccount "op" deleted from op-system namespace',
        'namespace "op-system" deleted',
        "",
      ].join("\n"),
    });
    expect(await cluster.client().find(Namespace, "op-system")).toBeUndefined();
    expect(await run(["undeploy", "--ignore-not-found=true"])).toMatchObject({
      code: 0,
      output: "",
      messages: expect.stringMatching(/^Context .*\nNothing to remove: none of the 4 objects is there\n$/),
    });
  });

  test("pods that are refused end the wait at once, with the reason", async () => {
    await write("all.yaml", operator({ namespace: "refused", account: "missing" }));
    const { code, messages } = await run(["deploy", "-f", "all.yaml", "--no-load"]);
    expect(code).toBe(1);
    expect(messages).toMatch(
      /error: deployment\.apps\/op-controller-manager in namespace refused cannot become available\n {2}its pods are refused: .*serviceaccount "missing" not found\nNext: kubectl get events/,
    );
  });

  test("time that is over is told with what is known", async () => {
    await project("console.log('started'); setInterval(() => {}, 1000)", { namespace: "slow", more: probe });
    const args = ["deploy", "--image", "example.com/slow:v1"];
    expect((await run([...args, "--no-wait"])).code).toBe(0);
    await eventually(
      async () => {
        const { items } = await cluster.client().list(Event, { namespace: "slow" });
        expect(items.map(({ reason }) => reason)).toContain("Unhealthy");
      },
      { timeoutMs: 30_000 },
    );
    const { code, messages } = await run([...args, "--timeout", "1"]);
    expect(code).toBe(1);
    expect(messages).toMatch(
      /is not available after 1 s \(0 of 1 replicas available\)\n {2}container manager of pod \S+ runs, but is not ready\n {2}It logged at the end:\n {4}started\n {2}Events:\n {4}Unhealthy: /,
    );
  });

  test.each([
    ["no Deployment", definition(), /there is no Deployment for the image/],
    [
      "two that could be it",
      ["a", "b"].map((name) => operator().split("---")[2]?.replace("op-controller", name)).join("---"),
      /not clear which Deployment is the operator \(a-manager, b-manager\)/,
    ],
  ])("%s for an image is a mistake", async (_, text, message) => {
    await write("all.yaml", text);
    const { code, messages } = await run(["deploy", "-f", "all.yaml", "--image", "op:v1"]);
    expect(code).toBe(1);
    expect(messages).toMatch(message);
  });
});

describe("on a cluster with process nodes", () => {
  test("deploy builds the project and has the cluster load its image; a change rolls out", async () => {
    const client = cluster.client();
    const program = (text: string) =>
      `console.log(${JSON.stringify(text)}, process.cwd().endsWith("/app")); setInterval(() => {}, 1000);`;
    await project(program("one"));
    const first = await run(["deploy", "--image", "example.com/op:v1"]);
    expect(first).toMatchObject({
      code: 0,
      messages: expect.stringMatching(/Loaded example\.com\/op:v1 into the cluster/),
    });
    const pods = async () =>
      (await client.list(Pod, { namespace: "op-system" })).items.map(({ metadata }) => metadata.name);
    const before = await pods();
    expect((await run(["deploy", "--image", "example.com/op:v1"])).output).toContain(
      "deployment.apps/op-controller-manager unchanged",
    );
    expect(await pods()).toEqual(before);
    await project(program("two"));
    expect((await run(["deploy", "--image", "example.com/op:v1"])).output).toContain(
      "deployment.apps/op-controller-manager configured",
    );
    const [name = ""] = (await pods()).filter((pod) => !before.includes(pod));
    const lines: string[] = [];
    for await (const line of client.logs({ namespace: "op-system", name })) lines.push(line);
    expect(lines).toEqual(["two true"]);
  });

  test("without --image the project runs under the name that its config has; what it may not do is told", async () => {
    const refusal =
      'pods is forbidden: User "system:serviceaccount:quiet:op" cannot list resource "pods" in API group "" at the cluster scope';
    const main = `import { createServer } from "node:net";
      console.error(${JSON.stringify(refusal)});
      createServer((socket) => socket.end()).listen(28481);`;
    await project(main, { namespace: "quiet", more: probe });
    const { code, messages } = await run(["deploy"]);
    expect(code).toBe(0);
    expect(messages).toContain("Loaded controller:latest into the cluster");
    expect(messages).toMatch(
      /warning: the operator is available, but system:serviceaccount:quiet:op may not list pods\n.*\n {4}\/\/ \+kubebuilder:rbac:groups="",resources=pods,verbs=get;list;watch\n/,
    );
    const again = await run(["deploy"]);
    expect(again.output).toContain("deployment.apps/op-controller-manager unchanged");
    expect(again.messages).not.toContain("warning: the operator");
  });

  test("where there is no project, the cluster gets no image", async () => {
    await write("all.yaml", operator({ namespace: "other" }));
    const { code, messages } = await run(["deploy", "-f", "all.yaml", "--image", "example.com/other:v1"]);
    expect([code, messages]).toEqual([0, expect.stringContaining("The cluster gets no image: ")]);
  });

  test("an operator that crashes is told with its last lines and the permission that it lacked", async () => {
    const main = `console.error('pods is forbidden: User "system:serviceaccount:op-system:op" cannot list resource "pods" in API group "" at the cluster scope'); process.exit(3);`;
    await project(main, { namespace: "crash", more: probe });
    const { code, messages } = await run(["deploy", "--image", "example.com/crash:v1"]);
    expect(code).toBe(1);
    expect(messages).toMatch(
      /cannot become available\n {2}container manager of pod \S+ ended with exit code 3 \(\d+ restarts?\)\n {2}It logged at the end:\n {4}pods is forbidden/,
    );
    expect(messages).toContain('// +kubebuilder:rbac:groups="",resources=pods,verbs=get;list;watch\n');
    expect(messages).toMatch(/Next: kubectl -n crash logs op-controller-manager-\S+ --previous\n$/);
  });

  test("the path where images are taken is that of the cluster", async () => {
    expect(await readFile(new URL("../../deploy/embedded-cluster.ts", import.meta.url), "utf8")).toContain(
      `"${imageEndpointPath}"`,
    );
  });
});
