import { writeFile } from "node:fs/promises";
import { delimiter } from "node:path";
import { inspect } from "node:util";
import type { ManualClock } from "@kubewright/api";
import {
  connectionFrom,
  connectionFromKubeconfig,
  type Host,
  loadConnection,
  parseKubeconfig,
} from "@kubewright/client";
import { createAuthority } from "@kubewright/testing";
import { describe, expect, test } from "vitest";
import { authority, base64, kubeconfigFolder, pair, simple } from "./kubeconfig-fixture.ts";

const { fileAt, hostWith, write } = kubeconfigFolder();

const token = async (connection: {
  credential: { present(): { headers?: unknown } | Promise<{ headers?: unknown }> };
}) => (await connection.credential.present()).headers;

describe("Kubeconfig", () => {
  test("keeps unknown fields", async () => {
    const config = await parseKubeconfig(`${simple("server: x, later: [1]")}later: {deep: {er: 1}}\n`);
    expect(config.toObject()).toMatchObject({
      later: { deep: { er: 1 } },
      clusters: [{ name: "a", cluster: { server: "x", later: [1] } }],
    });
  });

  test("shows no secret but to those who ask for it", async () => {
    const config = await parseKubeconfig(simple());
    expect(inspect(config, { depth: 20, showHidden: true }) + JSON.stringify(config)).not.toContain("hunter2");
    expect(JSON.stringify(config.toObject())).toContain("hunter2");
  });

  test("without a file, relative paths stay as they are", async () => {
    expect((await parseKubeconfig(simple(undefined, "tokenFile: x"))).user("a")?.value.tokenFile).toBe("x");
  });
});

describe("connectionFromKubeconfig", () => {
  test("options override namespace, impersonation and user agent", async () => {
    const config = await parseKubeconfig(simple(undefined, "token: t, as: john", "namespace: one"));
    const connection = await connectionFromKubeconfig(config, {
      namespace: "two",
      impersonate: { user: "jane" },
      userAgent: "me/1",
      host: hostWith(),
    });
    expect(connection).toMatchObject({ namespace: "two", userAgent: "me/1" });
    expect(await token(connection)).toEqual({ authorization: "Bearer t", "impersonate-user": "jane" });
  });

  test("a rotated authority is read again", async () => {
    const ca = await write("ca.crt", authority.certificate);
    const host = hostWith();
    const config = await parseKubeconfig(simple(`server: 'https://a.test', certificate-authority: ${ca}`));
    const connection = await connectionFromKubeconfig(config, { host });
    const other = createAuthority().certificate;
    await writeFile(ca, other);
    expect(await connection.certificateAuthority?.pem()).toBe(authority.certificate);
    (host.clock as ManualClock).advance(10_000);
    expect(await connection.certificateAuthority?.pem()).toBe(other);
  });

  test("the environment's proxy counts only where the cluster names none, and its password is hidden", async () => {
    const env = { https_proxy: "http://me:hunter%232@env.test:1", NO_PROXY: "b.test" };
    const named = await parseKubeconfig(simple("server: 'https://a.test', proxy-url: 'https://named.test'"));
    expect((await connectionFromKubeconfig(named, { host: hostWith(env) })).proxy?.url).toBe("https://named.test:443");

    const connection = await connectionFromKubeconfig(await parseKubeconfig(simple()), { host: hostWith(env) });
    expect(connection.proxy?.url).toBe("http://env.test:1");
    expect(connection.proxy?.authorization()).toBe(`Basic ${base64("me:hunter#2")}`);
    expect(inspect(connection, { depth: 20, showHidden: true }) + JSON.stringify(connection)).not.toMatch(
      /hunter|aHVudGVy/,
    );

    const excluded = await parseKubeconfig(simple("server: 'https://b.test'"));
    expect(await connectionFromKubeconfig(excluded, { host: hostWith(env) })).not.toHaveProperty("proxy");
  });

  test("a plugin does not run before it is needed", async () => {
    const user = "exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, command: no-such-plugin}";
    const connection = await connectionFromKubeconfig(await parseKubeconfig(simple(undefined, user)), {
      host: hostWith(),
    });
    await expect(connection.credential.present()).rejects.toMatchObject({ code: "CREDENTIAL_PLUGIN" });
  });
});

describe("the credential of a kubeconfig says what it is and where it is from", () => {
  const plugin = "{apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, command: aws}";
  const certificate = `client-certificate-data: ${base64(pair.cert)}, client-key-data: ${base64(pair.key)}`;
  test.each([
    ["the token (users[1].user.token in the kubeconfig)", "token: hunter2"],
    ["the token in FILE (users[1].user.tokenFile in the kubeconfig)", "tokenFile: FILE"],
    ["the client certificate in users[1].user.client-certificate-data in the kubeconfig", certificate],
    [
      "the client certificate in users[1].user.client-certificate-data in the kubeconfig and the token (users[1].user.token in the kubeconfig)",
      `${certificate}, token: hunter2, as: jane`,
    ],
    ["what the credential plugin aws (users[1].user.exec in the kubeconfig) gave", `exec: ${plugin}`],
    ["a request without a credential", ""],
  ])("%s", async (description, user) => {
    const file = await write("token", "hunter2");
    const config = await parseKubeconfig(simple(undefined, user.replace("FILE", file)));
    const { credential } = await connectionFromKubeconfig(config, { host: hostWith() });
    expect(credential.description).toBe(description.replace("FILE", file));
  });
});

describe("connectionFrom", () => {
  test("takes what it is given, and nothing from a kubeconfig", async () => {
    const connection = connectionFrom({
      server: "https://a.test:6443/prefix/",
      certificateAuthority: authority.certificate,
      token: "t",
      clientCertificate: pair,
      tlsServerName: "b.test",
      host: hostWith(),
    });
    expect(connection).toMatchObject({
      server: "https://a.test:6443/prefix",
      tlsServerName: "b.test",
      namespace: "default",
    });
    expect(connection).not.toHaveProperty("insecureSkipTlsVerify");
    expect(await connection.certificateAuthority?.pem()).toBe(authority.certificate);
    expect((await connection.credential.present()).certificate).toEqual(pair);
    expect(await token(connection)).toEqual({ authorization: "Bearer t" });
  });

  test("reads files when it is first used", async () => {
    const files = { cert: fileAt("c"), key: fileAt("k") };
    const host = hostWith();
    const connection = connectionFrom({
      server: "https://a.test",
      clientCertificateFiles: files,
      tokenFile: fileAt("t"),
      certificateAuthorityFile: fileAt("ca"),
      host,
    });
    await expect(connection.credential.present()).rejects.toMatchObject({ code: "INVALID_CREDENTIAL" });
    await Promise.all([
      write("c", pair.cert),
      write("k", pair.key),
      write("t", "t\n"),
      write("ca", authority.certificate),
    ]);
    expect((await connection.credential.present()).certificate).toEqual(pair);
    expect(await connection.certificateAuthority?.pem()).toBe(authority.certificate);
  });

  test("proxyUrl false means no proxy", () => {
    const host = hostWith({ HTTPS_PROXY: "http://p:1" });
    expect(connectionFrom({ server: "https://a.test", host }).proxy?.url).toBe("http://p:1");
    expect(connectionFrom({ server: "https://a.test", proxyUrl: false, host })).not.toHaveProperty("proxy");
  });

  test.each([
    [{ token: "t", tokenFile: "f" }, "token and tokenFile"],
    [{ certificateAuthority: "x", certificateAuthorityFile: "f" }, "certificateAuthority and certificateAuthorityFile"],
    [{ certificateAuthority: "x", insecureSkipTlsVerify: true }, "certificateAuthority and insecureSkipTlsVerify"],
    [{ clientCertificate: pair, clientCertificateFiles: pair }, "clientCertificate and clientCertificateFiles"],
  ])("refuses two of a kind: %#", (options, names) => {
    expect(() => connectionFrom({ server: "https://a.test", host: hostWith(), ...options })).toThrow(
      expect.objectContaining({ code: "INVALID_ARGUMENT", message: `${names} are both given; give only one` }),
    );
  });

  test.each([
    ["a.test:6443", "https://a.test:6443"],
    ["127.0.0.1:6443", "https://127.0.0.1:6443"],
    ["[::1]:6443", "https://[::1]:6443"],
    ["a.test", "https://a.test"],
    ["http://localhost:8001", "http://localhost:8001"],
  ])("takes the server %s for %s", (server, url) => {
    expect(connectionFrom({ server, token: "t", host: hostWith() }).server).toBe(url);
  });

  test.each(["http://a.test:8080", "http://10.0.0.1", "http://[fd00::1]:8080"])(
    "does not send a token in clear text to %s",
    (server) => {
      for (const secret of [{ token: "hunter2" }, { tokenFile: "f" }]) {
        expect(() => connectionFrom({ server, host: hostWith(), ...secret })).toThrow(
          expect.objectContaining({ code: "INVALID_CONFIG", message: expect.stringContaining(server) }),
        );
      }
      expect(connectionFrom({ server, host: hostWith() }).server).toBe(server);
      for (const local of ["http://localhost:1", "http://127.0.0.9:1", "http://[::1]:1"]) {
        expect(connectionFrom({ server: local, token: "t", host: hostWith() }).server).toBe(local);
      }
    },
  );

  test("an environment variable with a socks proxy is named", () => {
    const host = hostWith({ https_proxy: "socks5://u:hunter2@p:1" });
    expect(() => connectionFrom({ server: "https://a.test", host })).toThrow(
      "the environment variable https_proxy names a socks5 proxy, which is not supported; use an http or https proxy",
    );
  });
});

describe("loadConnection looks in order", () => {
  const at = (server: string) => simple(`server: 'https://${server}'`);

  async function everything(): Promise<{ host: Host; serviceAccountDirectory: string; explicit: string }> {
    await write("home/.kube/config", at("home.test"));
    const explicit = await write("explicit", at("explicit.test"));
    const named = await write("named", at("named.test"));
    await write("sa/token", "t");
    return {
      host: hostWith({
        KUBECONFIG: [fileAt("missing"), named].join(delimiter),
        KUBERNETES_SERVICE_HOST: "10.0.0.1",
        KUBERNETES_SERVICE_PORT: "443",
      }),
      serviceAccountDirectory: fileAt("sa"),
      explicit,
    };
  }

  test("first the options, then KUBECONFIG, then the pod, then the home directory", async () => {
    const { host, serviceAccountDirectory, explicit } = await everything();
    const options = { host, serviceAccountDirectory };
    const serverOf = async (more: object) => (await loadConnection({ ...options, ...more })).server;
    const unnamed = { ...host, env: { ...host.env, KUBECONFIG: "" } };
    const outside = { ...host, env: {} };
    expect(await serverOf({ server: "https://direct.test" })).toBe("https://direct.test");
    expect(await serverOf({ server: "https://direct.test", inCluster: false })).toBe("https://direct.test");
    expect(await serverOf({ kubeconfig: explicit })).toBe("https://explicit.test");
    expect(await serverOf({ kubeconfig: [fileAt("missing"), explicit] })).toBe("https://explicit.test");
    expect(await serverOf({})).toBe("https://named.test");
    expect(await serverOf({ inCluster: true })).toBe("https://10.0.0.1:443");
    expect(await serverOf({ host: unnamed })).toBe("https://10.0.0.1:443");
    expect(await serverOf({ host: unnamed, inCluster: false })).toBe("https://home.test");
    expect(await serverOf({ host: unnamed, context: "a" })).toBe("https://home.test");
    expect(await serverOf({ host: outside })).toBe("https://home.test");
  });

  test("a KUBECONFIG whose files are all missing leaves only the pod", async () => {
    const { host, serviceAccountDirectory } = await everything();
    const missing = { ...host, env: { ...host.env, KUBECONFIG: fileAt("missing") } };
    expect((await loadConnection({ host: missing, serviceAccountDirectory })).server).toBe("https://10.0.0.1:443");
    await expect(loadConnection({ host: missing, serviceAccountDirectory, inCluster: false })).rejects.toMatchObject({
      code: "NO_CONFIG",
      message: `no cluster is configured: KUBECONFIG ${fileAt("missing")} does not exist, and the service account of a pod was not asked for; set KUBECONFIG to a kubeconfig file, or give the option kubeconfig or server`,
    });
  });

  test("nothing at all is an error that says where it looked", async () => {
    const error = await loadConnection({ host: hostWith() }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: "NO_CONFIG",
      message: `no cluster is configured: KUBECONFIG is not set, and ${fileAt("home/.kube/config")} does not exist, and this is no pod with a service account; set KUBECONFIG to a kubeconfig file, or give the option kubeconfig or server`,
    });
  });

  test.each([
    [{ server: "https://a.test", kubeconfig: "c" }, "server and kubeconfig"],
    [{ server: "https://a.test", context: "a" }, "server and context"],
    [{ server: "https://a.test", inCluster: true }, "server and inCluster"],
    [{ inCluster: true, kubeconfig: "c" }, "inCluster and kubeconfig"],
    [{ inCluster: true, context: "a" }, "inCluster and context"],
  ])("%s is a contradiction", async (options, names) => {
    await expect(loadConnection({ ...options, host: hostWith() })).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message: `${names} are both given; give only one`,
    });
  });

  test("credentials without a server are refused", async () => {
    await expect(loadConnection({ token: "hunter2", host: hostWith() })).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message: "token given without server; give server too, or leave it to the kubeconfig",
    });
  });
});
