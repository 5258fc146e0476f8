import { createServer, type Server } from "node:net";
import { Deployment } from "@kubewright/api/apps/v1";
import { describe, expect, test } from "vitest";
import { waitForFreePorts } from "./free-ports.ts";

function deploymentWith(port: number): never[] {
  const containers = [{ name: "manager", image: "op", ports: [{ containerPort: port }] }];
  const template = { metadata: { labels: { a: "b" } }, spec: { containers } };
  return [
    Deployment.of({ metadata: { name: "op" }, spec: { selector: { matchLabels: { a: "b" } }, template } }) as never,
  ];
}

async function listen(host?: string): Promise<{ server: Server; port: number }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen({ port: 0, ...(host !== undefined && { host }) }, resolve));
  return { server, port: (server.address() as { port: number }).port };
}

const { signal } = new AbortController();

describe.skipIf(process.platform !== "linux")("the ports of a Deployment", () => {
  test("are free where somebody listens on one address only", async () => {
    const { server, port } = await listen("127.0.0.1");
    const said: string[] = [];
    await waitForFreePorts(deploymentWith(port), { signal, say: (text) => said.push(text) });
    expect(said).toEqual([]);
    server.close();
  });

  test("are waited for where a program has them on all addresses", async () => {
    const { server, port } = await listen();
    const said: string[] = [];
    const say = (text: string): void => {
      said.push(text);
      server.close();
    };
    await waitForFreePorts(deploymentWith(port), { signal, say, timeoutMs: 60_000 });
    expect(said).toEqual([`Waiting for port ${port}: a program on this machine listens on all addresses there\n`]);
  });

  test("are given up when it does not end", async () => {
    const { server, port } = await listen();
    const waiting = waitForFreePorts(deploymentWith(port), { signal, say: () => {}, timeoutMs: 0 });
    await expect(waiting).rejects.toThrow(`port ${port} of this machine is taken on all its addresses`);
    server.close();
  });
});
