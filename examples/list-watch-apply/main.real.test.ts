import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ConfigMap } from "@kubewright/api/core/v1";
import { type Client, connect } from "@kubewright/client";
import { type ReferenceServer, startReferenceServer } from "@kubewright/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { main } from "./main.ts";

describe("list-watch-apply", () => {
  let folder: string;
  let server: ReferenceServer;
  let client: Client;
  let kubeconfig: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "kubewright-example-"));
    kubeconfig = join(folder, "kubeconfig");
    server = await startReferenceServer();
    await server.writeKubeconfig(kubeconfig);
    client = await connect({ kubeconfig });
  });
  afterAll(async () => {
    await client?.close();
    await server?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  test("lists, applies, and tells of changes", async () => {
    await client.create(ConfigMap.of({ metadata: { namespace: "default", name: "settings" } }));
    const lines: string[] = [];
    const print = async (line: string): Promise<void> => {
      lines.push(line);
      // As soon as the program has seen its own change, somebody makes another one.
      if (line.startsWith("added greeting")) {
        await client.patch(ConfigMap, "default/greeting", { merge: { data: { from: "somebody" } } });
      }
    };
    await main({ kubeconfig, changes: 2, print: (line) => void print(line) });
    expect(lines.filter((line) => !line.includes("kube-root-ca.crt"))).toEqual([
      "found settings",
      "applied greeting",
      'added greeting {"greeting":"hello"}',
      'modified greeting {"from":"somebody","greeting":"hello"}',
      "saw 2 changes",
    ]);
  });

  test("ends when it is interrupted", async () => {
    const interrupted = new AbortController();
    const lines: string[] = [];
    const print = (line: string): void => {
      lines.push(line);
      if (line.startsWith("applied")) interrupted.abort();
    };
    await main({ kubeconfig, namespace: "default", signal: interrupted.signal, print });
    expect(lines.at(-1)).toBe("saw 0 changes");
  });

  test("says who owns what it wants", async () => {
    const taken = ConfigMap.of({ metadata: { namespace: "default", name: "greeting" }, data: { greeting: "bye" } });
    await client.apply(taken, { fieldManager: "rude", force: true });
    const lines: string[] = [];
    await main({ kubeconfig, changes: 0, print: (line) => lines.push(line) });
    expect(lines).toContain(
      'someone else has a say: Apply failed with 1 conflict: conflict with "rude": .data.greeting',
    );
  });

  test("runs as a program, as it was built, until Ctrl-C", async () => {
    const program = fileURLToPath(new URL("../dist/list-watch-apply/main.js", import.meta.url));
    await client.deleteAllOf(ConfigMap, { namespace: "default" });
    const child = spawn(process.execPath, [program, "default"], { env: { KUBECONFIG: kubeconfig } });
    let output = "";
    child.stderr.on("data", (chunk) => {
      output += chunk;
    });
    child.stdout.on("data", (chunk) => {
      output += chunk;
      if (output.endsWith('added greeting {"greeting":"hello"}\n')) child.kill("SIGINT");
    });
    const [code] = await once(child, "close");
    expect({ code, output }).toEqual({
      code: 0,
      output: 'applied greeting\nadded greeting {"greeting":"hello"}\nsaw 1 changes\n',
    });
  });
});
