import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Connection,
  connectionFrom,
  type Host,
  HttpsTransport,
  loadConnection,
  systemClock,
} from "@kubewright/client";
import { type ReferenceServer, startReferenceServer } from "@kubewright/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

let server: ReferenceServer;
let directory: string;
const host: Host = { clock: systemClock, env: { PATH: process.env.PATH }, homeDirectory: "/nowhere" };

beforeAll(async () => {
  server = await startReferenceServer();
  directory = await mkdtemp(join(tmpdir(), "credential-"));
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

/** The answer to a POST over a transport of its own. */
async function post(connection: Connection, path: string, body: unknown): Promise<{ status: number; body: string }> {
  const transport = new HttpsTransport(connection);
  try {
    const response = await transport.send({
      method: "POST",
      path,
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.body.text() };
  } finally {
    await transport.close();
  }
}

/** Whom the server takes us for. */
async function whoAmI(connection: Connection): Promise<unknown> {
  const review = { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" };
  const { status, body } = await post(connection, "/apis/authentication.k8s.io/v1/selfsubjectreviews", review);
  return status === 201 ? JSON.parse(body).status.userInfo : status;
}

async function newToken(): Promise<string> {
  const admin = connectionFrom({
    server: server.url,
    certificateAuthority: server.caCertificate,
    clientCertificate: server.admin,
    host,
  });
  const name = "robot";
  await post(admin, "/api/v1/namespaces/default/serviceaccounts", { metadata: { name } });
  const request = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} };
  const { body } = await post(admin, `/api/v1/namespaces/default/serviceaccounts/${name}/token`, request);
  return JSON.parse(body).status.token;
}

const robot = { username: "system:serviceaccount:default:robot" };

describe("a real API server knows us", () => {
  test("by the client certificate of a kubeconfig", async () => {
    const kubeconfig = join(directory, "config");
    await server.writeKubeconfig(kubeconfig, server.addUser({ name: "jane", groups: ["dev"] }));
    expect(await whoAmI(await loadConnection({ kubeconfig, host }))).toMatchObject({
      username: "jane",
      groups: ["dev", "system:authenticated"],
    });
  });

  test("as whom we impersonate, with every character", async () => {
    const connection = connectionFrom({
      server: server.url,
      certificateAuthority: server.caCertificate,
      clientCertificate: server.admin,
      impersonate: {
        user: "jürgen",
        uid: "u-1",
        groups: ["größe", "two words"],
        extra: { "acme.com/project": ["a", "b"], "100%": ["x"] },
      },
      host,
    });
    expect(await whoAmI(connection)).toEqual({
      username: "jürgen",
      uid: "u-1",
      groups: ["größe", "two words", "system:authenticated"],
      extra: { "acme.com/project": ["a", "b"], "100%": ["x"] },
    });
  });

  test("by a token in a file, also after a bad one was replaced", async () => {
    const tokenFile = join(directory, "token");
    await writeFile(tokenFile, "bad");
    const connection = connectionFrom({
      server: server.url,
      certificateAuthority: server.caCertificate,
      tokenFile,
      host,
    });
    expect(await whoAmI(connection)).toBe(401);
    await writeFile(tokenFile, `${await newToken()}\n`);
    expect(await whoAmI(connection)).toMatchObject(robot);
  });

  test("by the token and by the certificate of a plugin", async () => {
    const user = server.addUser({ name: "john" });
    const statuses = [
      [{ token: await newToken() }, robot],
      [{ clientCertificateData: user.cert, clientKeyData: user.key }, { username: "john" }],
    ];
    for (const [status, expected] of statuses) {
      const output = JSON.stringify({ apiVersion: "client.authentication.k8s.io/v1", kind: "ExecCredential", status });
      const printed = await mkdtemp(join(directory, "plugin-"));
      await writeFile(join(printed, "output"), output);
      const kubeconfig = join(printed, "config");
      await writeFile(kubeconfig, withPlugin(`cat ${join(printed, "output")}`));
      expect(await whoAmI(await loadConnection({ kubeconfig, host }))).toMatchObject(expected!);
    }
  });
});

function withPlugin(script: string): string {
  return JSON.stringify({
    clusters: [
      {
        name: "a",
        cluster: {
          server: server.url,
          "certificate-authority-data": Buffer.from(server.caCertificate).toString("base64"),
        },
      },
    ],
    users: [
      {
        name: "a",
        user: {
          exec: {
            apiVersion: "client.authentication.k8s.io/v1",
            interactiveMode: "Never",
            command: "sh",
            args: ["-c", script],
          },
        },
      },
    ],
    contexts: [{ name: "a", context: { cluster: "a", user: "a" } }],
    "current-context": "a",
  });
}
