import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ApiServer } from "../../src/index.ts";
import { bytesOf, type HostileRequest } from "./hostile-request.ts";
import { prepare } from "./hostile-world.ts";
import { play } from "./play-hostile.ts";
import { type RawAddress, RawConnection } from "./raw-connection.ts";

const configMaps = "/api/v1/namespaces/default/configmaps?dryRun=All";
const tricks = "/apis/hostile.example.com/v1/namespaces/default/tricks";
const mebi = 1024 * 1024;

function repeated(text: string, bytes = 3 * mebi): string {
  return text.repeat(Math.floor(bytes / text.length));
}

function many<T>(count: number, each: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => each(index));
}

function yaml(body: string): HostileRequest {
  return { name: "", method: "POST", target: configMaps, headers: ["Content-Type: application/yaml"], body };
}

function json(target: string, body: unknown): HostileRequest {
  return { name: "", method: "POST", target, headers: ["Content-Type: application/json"], body: JSON.stringify(body) };
}

function pod(ports: readonly object[]): HostileRequest {
  const spec = { containers: [{ name: "c", image: "i", ports }] };
  return json("/api/v1/namespaces/default/pods?dryRun=All", {
    kind: "Pod",
    apiVersion: "v1",
    metadata: { name: "p" },
    spec,
  });
}

function patch(type: string, target: string, body: unknown): HostileRequest {
  return { ...json(`${target}?dryRun=All`, body), method: "PATCH", headers: [`Content-Type: application/${type}`] };
}

/** So large that what takes more time than in proportion would not end here. */
const requests: Readonly<Record<string, HostileRequest>> = {
  "YAML of brackets": yaml(repeated("[")),
  "YAML of dashes": yaml(repeated("- ")),
  "YAML of very many parts": yaml(repeated("- a\n", mebi / 2)),
  "YAML of references": yaml(`x: &x 1\ny:\n${repeated("- *x\n", mebi / 2)}`),
  "YAML of references to much": yaml(`x: &x [${repeated("1,", mebi / 4)}1]\ny:\n${"- *x\n".repeat(1_000)}`),
  "YAML of merges": yaml(`x: &x {a: b}\ny:\n${repeated("  <<: *x\n", mebi / 2)}`),
  "YAML of errors": yaml(repeated("&a *b ", mebi / 2)),
  "JSON of brackets": { ...yaml(repeated("[")), headers: ["Content-Type: application/json"] },
  "JSON of small numbers": json(tricks, { kind: "Trick", spec: many(1_000_000, () => 0) }),
  "very many bad labels": json(configMaps, {
    kind: "ConfigMap",
    apiVersion: "v1",
    metadata: { name: "a", labels: Object.fromEntries(many(100_000, (index) => [`k${index}`, "-"])) },
  }),
  "very many unknown fields": json(`${configMaps}&fieldValidation=Strict`, {
    kind: "ConfigMap",
    ...Object.fromEntries(many(100_000, (index) => [`unknown${index}`, 1])),
  }),
  "ports that are all the same": pod(many(60_000, () => ({ containerPort: 80 }))),
  "ports that differ in the host's alone": pod(many(60_000, (index) => ({ containerPort: 80, hostPort: index + 1 }))),
  "an apply of very many fields": {
    ...patch("apply-patch+yaml", `${tricks}/applied`, {
      kind: "Trick",
      apiVersion: "hostile.example.com/v1",
      spec: Object.fromEntries(many(60_000, (index) => [`k${index}`, index])),
    }),
    target: `${tricks}/applied?dryRun=All&fieldManager=m`,
  },
  "a JSON patch that doubles": patch("json-patch+json", `${tricks}/target`, [
    { op: "add", path: "/spec/list", value: ["x".repeat(100_000)] },
    ...many(1_000, () => ({ op: "copy", from: "/spec/list", path: "/spec/list/-" })),
  ]),
  "a selector of very many requirements": {
    name: "",
    method: "GET",
    target: `/api/v1/configmaps?labelSelector=${repeated("a!=b,", 900_000)}a`,
  },
};

describe("a large body", () => {
  const internalErrors: unknown[] = [];
  let server: ApiServer;
  let address: RawAddress;
  beforeAll(async () => {
    server = await ApiServer.start({ onInternalError: (error) => internalErrors.push(error) });
    const { url, certificateAuthority } = await server.listen();
    address = { url, certificateAuthority, client: server.issueClientCertificate() };
    await prepare(address);
  });
  afterAll(() => server?.close());

  test.each(Object.entries(requests))("is answered: %s", { timeout: 60_000 }, async (_, request) => {
    using connection = await RawConnection.open(address);
    connection.send(bytesOf(request));
    const answer = await connection.answer();
    expect(answer?.status).toBeGreaterThanOrEqual(200);
    expect(internalErrors).toEqual([]);
    const namespace = { name: "", method: "GET", target: "/api/v1/namespaces/default" };
    expect(await play(address, namespace)).toBe("200 Namespace default");
  });
});
