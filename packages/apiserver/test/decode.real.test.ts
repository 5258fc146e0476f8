import { readFileSync } from "node:fs";
import { parseJson, type Status, type StatusError } from "@kubewright/api";
import { HttpsTransport } from "@kubewright/client";
import { type ReferenceServer, startReferenceServer } from "@kubewright/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  kindOfBody,
  misplacedKindError,
  strictDecodingError,
  undecodableError,
  unrecognizedError,
  withExpectedKind,
} from "../src/codec/body-kind.ts";
import { BodyError, DecodeError } from "../src/codec/decode-error.ts";
import { decodeObject } from "../src/codec/decode-object.ts";
import { type BodyFormat, parseBody } from "../src/codec/parse-body.ts";
import { loadTypeGraph } from "../src/codec/type-graph.ts";
import { readDiscovery } from "../src/data/discovery-data.ts";

type Row = [group: string, version: string, kind: string, format: BodyFormat, body: string];

const graph = loadTypeGraph();
const { resources } = readDiscovery();
const { cases } = parseJson(readFileSync(new URL("vectors/decode.json", import.meta.url), "utf8")) as { cases: Row[] };

/** Bodies that say to be something else. */
const misplaced: Row[] = [
  ["apps", "v1", "Deployment", "json", '{"apiVersion":"v1","kind":"Pod"}'],
  ["apps", "v1", "Deployment", "json", '{"apiVersion":"apps/v1","kind":"Foo"}'],
  ["apps", "v1", "Deployment", "json", '{"apiVersion":"apps/v1beta1","kind":"Deployment"}'],
  ["apps", "v1", "Deployment", "json", '{"apiVersion":"apps/v9","kind":"Deployment"}'],
  ["apps", "v1", "Deployment", "json", '{"apiVersion":"apps/v1","kind":"DeploymentList"}'],
  ["apps", "v1", "Deployment", "json", '{"apiVersion":"x.y/v1","kind":"Deployment"}'],
  ["apps", "v1", "Deployment", "json", '{"apiVersion":"v1","kind":"Deployment"}'],
  ["", "v1", "Pod", "json", '{"apiVersion":"apps/v1","kind":"Deployment"}'],
  ["", "v1", "Pod", "json", '{"apiVersion":"v1","kind":"Service"}'],
  ["rbac.authorization.k8s.io", "v1", "Role", "json", '{"apiVersion":"v1","kind":"Pod"}'],
];

/** The answer to a body, if it cannot be decoded without a problem. */
function refusalOf([group, version, kind, format, body]: Row): StatusError | undefined {
  const expected = { group, version, kind };
  const bytes = Buffer.from(body);
  let said = expected;
  try {
    const value = parseBody(bytes, format);
    said = withExpectedKind(kindOfBody(value), expected);
    const elsewhere = misplacedKindError(said, expected, graph);
    if (elsewhere !== undefined) return elsewhere;
    const { problems } = decodeObject(value, graph.kind(group, version, kind)!);
    return problems.length === 0 ? undefined : strictDecodingError(said, kind, problems);
  } catch (error) {
    if (error instanceof BodyError) return unrecognizedError(kind, error.message, bytes);
    if (error instanceof DecodeError) return undecodableError(said, kind, error.message);
    throw error;
  }
}

let server: ReferenceServer;
let transport: HttpsTransport;

beforeAll(async () => {
  server = await startReferenceServer();
  transport = new HttpsTransport(server.connection());
});

afterAll(async () => {
  await transport?.close();
  await server?.close();
});

test("the reference server refuses the same bodies with the same words", async () => {
  const differences: unknown[] = [];
  for (const row of [...cases, ...misplaced]) {
    const [group, version, kind, format, body] = row;
    const groupVersion = group === "" ? version : `${group}/${version}`;
    const { name, namespaced } = resources[groupVersion]!.find((resource) => resource.kind === kind)!;
    const root = group === "" ? `/api/${version}` : `/apis/${groupVersion}`;
    const response = await transport.send({
      method: "POST",
      path: `${root}${namespaced ? "/namespaces/default" : ""}/${name}?dryRun=All&fieldValidation=Strict`,
      headers: { accept: "application/json", "content-type": `application/${format}` },
      body,
    });
    const answer = parseJson(await response.body.text()) as Status;
    const refusal = refusalOf(row)?.status;
    const isRefused = response.status === 400;
    if (isRefused ? answer.message !== refusal?.message : refusal !== undefined) {
      differences.push({ kind, format, body, expected: answer.message, actual: refusal?.message });
    }
  }
  expect(differences).toEqual([]);
});
