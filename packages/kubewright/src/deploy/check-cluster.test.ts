import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ManualClock } from "@kubewright/api";
import { CustomResourceDefinition } from "@kubewright/api/apiextensions/v1";
import { ApiServer } from "@kubewright/apiserver";
import { ApiClient } from "@kubewright/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { CommandHost } from "../host.ts";
import { checkCluster } from "./check-cluster.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "check-cluster-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function write(path: string, value: unknown): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), JSON.stringify(value));
}

const silent = { isTerminal: false, write: (): void => {} };

async function check(clock?: ManualClock, env: Record<string, string> = {}): Promise<string[]> {
  const host: CommandHost = {
    output: silent,
    messages: silent,
    env: { PATH: process.env.PATH, ...env },
    folder,
    temporaryFolder: folder,
    processId: 7,
    interrupted: new AbortController().signal,
    ...(clock !== undefined && { clock }),
  };
  return await checkCluster(env.KUBECONFIG === undefined ? { kubeconfig: "kubeconfig" } : {}, host);
}

/** Runs a server of HTTP while `during` does its work, with a kubeconfig for it. */
async function withServer(listener: RequestListener, during: () => Promise<void>, user: object = {}): Promise<void> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await write("kubeconfig", {
    "current-context": "it",
    clusters: [{ name: "it", cluster: { server: url } }],
    users: [{ name: "me", user }],
    contexts: [{ name: "it", context: { cluster: "it", user: "me" } }],
  });
  try {
    await during();
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function definition(...versions: string[]): CustomResourceDefinition {
  return CustomResourceDefinition.of({
    metadata: { name: "things.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { kind: "Thing", plural: "things" },
      versions: versions.map((name, index) => ({
        name,
        served: true,
        storage: index === 0,
        schema: { openAPIV3Schema: { type: "object" } },
      })),
    },
  });
}

test("a server that does not answer in time is named, with its kubeconfig and what to do", async () => {
  const clock = new ManualClock();
  await withServer(
    () => clock.advance(15_000),
    async () => {
      await expect(check(clock)).rejects.toThrow(
        /^nothing answers at http:\/\/127\.0\.0\.1:\d+, the server of context it in \S+\/kubeconfig: is the cluster running\? .* "kubewright cluster"$/,
      );
    },
  );
});

test("a person at a credential plugin has all the time in the world", async () => {
  const clock = new ManualClock();
  const credential = { apiVersion: "client.authentication.k8s.io/v1", kind: "ExecCredential", status: { token: "t" } };
  const exec = {
    apiVersion: credential.apiVersion,
    command: process.execPath,
    args: ["--print", `'${JSON.stringify(credential)}'`],
    interactiveMode: "IfAvailable",
  };
  const slow: RequestListener = (_, response) => {
    clock.advance(50_000);
    response.end("{}");
  };
  await withServer(slow, async () => expect(await check(clock)).toEqual([]), { exec });
});

test("a server that knows nobody like us ends it, and one that does not say what it has does not", async () => {
  const refusing =
    (code: number, reason: string): RequestListener =>
    (_, response) => {
      response.writeHead(code, { "content-type": "application/json" });
      response.end(JSON.stringify({ kind: "Status", apiVersion: "v1", status: "Failure", code, reason }));
    };
  await write("config/crd/things.yaml", definition("v1"));
  await withServer(refusing(401, "Unauthorized"), async () => {
    await expect(check()).rejects.toThrow(/ does not know you: log in again/);
  });
  await withServer(refusing(403, "Forbidden"), async () => expect(await check()).toEqual([]));
});

test("definitions of the project that the server lacks are named, with the command that installs them", async () => {
  await using server = await ApiServer.start();
  await using client = new ApiClient({ transport: server.transport() });
  const { url } = await server.listen();
  await writeFile(join(folder, "kubeconfig"), server.kubeconfig());
  expect(await check()).toEqual([]);

  const noted = (missing: string) => [
    `${url} does not serve ${missing} of config/crd: run "kubewright install --kubeconfig kubeconfig" in another terminal; the operator waits for it`,
  ];
  await write("config/crd/things.yaml", definition("v1", "v2"));
  expect(await check()).toEqual(noted("things.example.com"));
  // The other terminal need not have the same variables.
  const file = join(folder, "kubeconfig");
  const [ofEnv] = await check(undefined, { KUBECONFIG: file });
  expect(ofEnv).toContain(`run "kubewright install --kubeconfig ${file}" in`);
  await write("kubeconfig-2", { apiVersion: "v1", kind: "Config" });
  const [ofSeveral] = await check(undefined, { KUBECONFIG: `${file}:${file}-2` });
  expect(ofSeveral).toContain(`run "KUBECONFIG=${file}:${file}-2 kubewright install" in`);
  await client.create(definition("v1"));
  await expect.poll(check).toEqual(noted("things.example.com in v2"));
  await write("config/crd/things.yaml", definition("v1"));
  expect(await check()).toEqual([]);
});

test("a server that cannot say what it serves, and definitions of another time, are no hindrance", async () => {
  await write("config/crd/things.yaml", definition("v1"));
  const failing: RequestListener = ({ url }, response) => {
    response.writeHead(url === "/version" ? 200 : 500).end("{}");
  };
  await withServer(failing, async () => {
    expect(await check()).toEqual([
      expect.stringMatching(/^whether the cluster has the project's kinds is not known: /),
    ]);
  });
  const { spec, ...rest } = definition();
  const { versions: _, ...old } = spec;
  await write("config/crd/things.yaml", { ...rest, apiVersion: "apiextensions.k8s.io/v1beta1", spec: old });
  await using server = await ApiServer.start();
  await server.listen();
  await writeFile(join(folder, "kubeconfig"), server.kubeconfig());
  expect(await check()).toEqual([]);
});

test("definitions that cannot be read are no hindrance", async () => {
  await write("config/crd/kustomization.yaml", { resources: ["bases/things.yaml"] });
  await withServer(
    (_, response) => void response.end("{}"),
    async () => expect(await check()).toEqual([expect.stringMatching(/is not known: .*bases\/things\.yaml/)]),
  );
});
