import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Condition, type CustomResource, defineKind, isConditionTrue } from "@kubewright/api";
import { Namespace, Pod } from "@kubewright/api/core/v1";
import { DevCluster } from "@kubewright/devcluster";
import { eventually } from "@kubewright/testing";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { runCommandLine } from "../src/command/command-line.ts";
import type { CommandHost } from "../src/host.ts";

type Memcached = CustomResource<{ size?: number }, { conditions?: Condition[] }>;
const Memcached = defineKind<Memcached>({ group: "cache.example.com", version: "v1alpha1", kind: "Memcached" });
const waiting = { timeoutMs: 60_000, intervalMs: 50 };

async function run(folder: string, ...args: string[]): Promise<{ code: number; output: string; messages: string }> {
  const said = { output: "", messages: "" };
  const to = (name: "output" | "messages") => ({
    isTerminal: false,
    write: (text: string): void => {
      said[name] += text;
    },
  });
  const host: CommandHost = {
    output: to("output"),
    messages: to("messages"),
    env: { PATH: process.env.PATH, KUBECONFIG: join(folder, "kubeconfig") },
    folder,
    temporaryFolder: folder,
    processId: 7,
    interrupted: new AbortController().signal,
  };
  return { code: await runCommandLine(args, host), ...said };
}

/** Keeps a value in a memcached and reads it again. */
async function setAndGet(host: string): Promise<string> {
  const socket = connect({ host, port: 11211 });
  try {
    socket.write("set a 0 0 1\r\n7\r\nget a\r\n");
    let answer = "";
    for await (const chunk of socket.setEncoding("utf8")) {
      answer += chunk;
      if (answer.endsWith("END\r\n")) break;
    }
    return answer;
  } finally {
    socket.destroy();
  }
}

test("a scaffolded operator goes from its sources into a cluster without Docker, serves memcached, and goes again", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kubewright-flow-"));
  await using cluster = await DevCluster.start({ processNodes: { count: 1 } });
  const client = cluster.client();
  try {
    await cp(fileURLToPath(new URL("golden/deploy-image", import.meta.url)), folder, { recursive: true });
    await symlink(fileURLToPath(new URL("../../../node_modules", import.meta.url)), join(folder, "node_modules"));
    await writeFile(join(folder, "kubeconfig"), cluster.kubeconfig());

    const image = "example.com/memcached-operator:v1";
    expect(await run(folder, "image", "--image", image, "--archive")).toMatchObject({ code: 0 });
    expect(await run(folder, "cluster", "load", "memcached-operator.tar")).toMatchObject({
      code: 0,
      output: `Loaded ${image}\n`,
    });
    const deployed = await run(folder, "deploy", "--image", image);
    expect(deployed).toMatchObject({
      code: 0,
      messages: expect.not.stringMatching(/^(error|warning)/m),
      output: expect.stringMatching(/ is available\n$/),
    });

    const sample = parse(
      await readFile(join(folder, "config/samples/cache_v1alpha1_memcached.yaml"), "utf8"),
    ) as Memcached;
    await client.create({ ...sample, metadata: { ...sample.metadata, namespace: "default" }, spec: { size: 2 } });
    const addresses = await eventually(async () => {
      const found = await client.get(Memcached, { namespace: "default", name: sample.metadata.name });
      expect(isConditionTrue(found.status?.conditions, "Available")).toBe(true);
      const { items } = await client.list(Pod, { namespace: "default" });
      expect(items.map(({ status }) => status?.phase)).toEqual(["Running", "Running"]);
      return items.map(({ status }) => status?.podIP ?? "");
    }, waiting);
    for (const address of addresses) {
      expect(await eventually(() => setAndGet(address), waiting)).toBe("STORED\r\nVALUE a 0 1\r\n7\r\nEND\r\n");
    }

    // The operator removes the finalizer of the Memcached before it goes itself.
    expect(await run(folder, "undeploy")).toMatchObject({ code: 0 });
    expect(await client.find(Namespace, "memcached-operator-system")).toBeUndefined();
    await eventually(async () => expect((await client.list(Pod)).items).toEqual([]), waiting);
  } finally {
    await rm(folder, { recursive: true });
  }
}, 180_000);
