import { chmod, symlink } from "node:fs/promises";
import { inspect } from "node:util";
import { loadConnection, loadKubeconfig } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import { authority, base64, kubeconfigFolder, now, pair, simple } from "./kubeconfig-fixture.ts";

const { fileAt, hostWith, write } = kubeconfigFolder();

describe("a kubeconfig that cannot be used is an error that names file, place and fix", () => {
  test.each([
    [
      "broken indentation",
      "clusters:\n- name: a\n cluster: x\n",
      /: is not valid YAML at line 3, column 1: .*indentation is wrong$/,
    ],
    [
      "a tab",
      "clusters:\n\t- name: a\n",
      /: is not valid YAML at line 2, column 1: a tab in the indentation; use spaces$/,
    ],
    [
      "an unclosed quote",
      "users: [{name: a, user: {token: 'hunter2}}]\n",
      /: is not valid YAML at line \d+, column \d+: a closing quote/,
    ],
    [
      "an alias bomb",
      `a: &a [x,x]\n${[..."bcdefghij"].map((name, i) => `${name}: &${name} [${Array(9).fill(`*${"abcdefghij"[i]}`)}]`).join("\n")}\n`,
      /aliases/,
    ],
    ["a list", "- hunter2\n", /: must be a mapping with clusters, users and contexts, but is a list$/],
    ["a scalar", "hunter2\n", /but is a string$/],
    [
      "another kind",
      "apiVersion: v1\nkind: Secret\n",
      /: is v1 Secret, not a kubeconfig, which has apiVersion: v1 and kind: Config$/,
    ],
    [
      "a number for a token",
      simple(undefined, "token: 1234567"),
      /: users\[1\]\.user\.token must be a string, but is a number; put it in quotes$/,
    ],
    [
      "a text for a boolean",
      simple("insecure-skip-tls-verify: 'yes'"),
      /: clusters\[0\]\.cluster\.insecure-skip-tls-verify must be a boolean, but is a string$/,
    ],
    ["a mapping for a list", "clusters: {a: {}}\n", /: clusters must be a list, but is a mapping$/],
    [
      "a text for arguments",
      simple(undefined, "exec: {args: --hunter2}"),
      /: users\[1\]\.user\.exec\.args must be a list, but is a string$/,
    ],
    [
      "a number in a list",
      simple(undefined, "exec: {args: [a, 1]}"),
      /: users\[1\]\.user\.exec\.args\[1\] must be a string, but is a number/,
    ],
    [
      "PEM where base64 is due",
      `users: [{name: a, user: {client-key-data: "-----BEGIN hunter2"}}]\n`,
      /client-key-data is PEM, not base64 of it; encode the PEM file with: base64 -w0 FILE$/,
    ],
    [
      "the same name twice",
      "users: [{name: a}, {name: a}]\n",
      /: users\[0\] and users\[1\] have the same name "a"; rename or remove one$/,
    ],
  ])("%s", async (_, content, message) => {
    const path = await write("config", content);
    const error = await loadKubeconfig(path, hostWith()).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "INVALID_CONFIG", message: expect.stringMatching(message) });
    expect(error).toHaveProperty("message", expect.stringMatching(new RegExp(`^kubeconfig ${path}: `)));
    expect(inspect(error, { depth: 20, showHidden: true })).not.toMatch(/hunter2|1234567/);
  });

  test.each([
    [
      "no current-context",
      simple().replace("current-context: a", ""),
      "INVALID_CONFIG",
      /sets no current-context; .* Known contexts: a$/,
    ],
    [
      "unknown current-context",
      simple().replace("current-context: a", "current-context: b"),
      "UNKNOWN_CONTEXT",
      /: current-context is "b", which is not one of its contexts\. Known contexts: a$/,
    ],
    [
      "unknown cluster",
      simple().replace("cluster: a, user", "cluster: c, user"),
      "UNKNOWN_CONTEXT",
      /^contexts\[0\]\.context\.cluster in .* is "c", which is not there\. Known clusters: a$/,
    ],
    [
      "unknown user",
      simple().replace("user: a,", "user: c,"),
      "UNKNOWN_CONTEXT",
      /^contexts\[0\]\.context\.user in .* is "c", which is not there\. Known users: other, a$/,
    ],
    [
      "no cluster",
      simple().replace("cluster: a, user", "user"),
      "INVALID_CONFIG",
      /^contexts\[0\]\.context\.cluster in .* is missing/,
    ],
    [
      "no server",
      simple("tls-server-name: x"),
      "INVALID_CONFIG",
      /^clusters\[0\]\.cluster\.server in .* is missing; set it to/,
    ],
    [
      "a server that is no URL",
      simple("server: 'https://a b'"),
      "INVALID_CONFIG",
      /cluster\.server in .* is not the URL of an API server; write https:\/\/host:port$/,
    ],
    [
      "a server of another scheme",
      simple("server: 'ftp://a.test'"),
      "INVALID_CONFIG",
      /is not the URL of an API server/,
    ],
    [
      "a server with a password",
      simple("server: 'https://u:hunter2@a.test'"),
      "INVALID_CONFIG",
      /basic authentication is not supported/,
    ],
    [
      "authority and insecure",
      simple(`server: 'https://a.test', insecure-skip-tls-verify: true, certificate-authority: x`),
      "INVALID_CONFIG",
      /both a certificate authority and insecure-skip-tls-verify: true/,
    ],
    [
      "a broken authority",
      simple(`server: 'https://a.test', certificate-authority-data: ${base64("x")}`),
      "INVALID_CREDENTIAL",
      /^clusters\[0\]\.cluster\.certificate-authority-data in .* has no PEM certificate/,
    ],
    [
      "a missing authority",
      simple("server: 'https://a.test', certificate-authority: no.crt"),
      "INVALID_CREDENTIAL",
      /^cannot read clusters\[0\]\.cluster\.certificate-authority in .*: .*no\.crt does not exist/,
    ],
    [
      "a socks proxy",
      simple("server: 'https://a.test', proxy-url: 'socks5://u:hunter2@p:1'"),
      "INVALID_CONFIG",
      /proxy-url in .* names a socks5 proxy, which is not supported/,
    ],
    [
      "a broken proxy",
      simple("server: 'https://a.test', proxy-url: 'http://u:hunter2@:1:2'"),
      "INVALID_CONFIG",
      /proxy-url in .* is not the URL of a proxy/,
    ],
    [
      "basic authentication",
      simple(undefined, "username: me, password: hunter2"),
      "INVALID_CONFIG",
      /^users\[1\]\.user\.username in .*: basic authentication is not supported.*exec plugin$/,
    ],
    ["a password alone", simple(undefined, "password: hunter2"), "INVALID_CONFIG", /^users\[1\]\.user\.password in /],
    [
      "an auth provider",
      simple(undefined, "auth-provider: {name: gcp, config: {access-token: hunter2}}"),
      "INVALID_CONFIG",
      /auth-provider in .*: the auth provider "gcp" is not supported; use an exec plugin instead/,
    ],
    [
      "exec v1beta1",
      simple(undefined, "exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: x}"),
      "INVALID_CONFIG",
      /exec\.apiVersion in .* is "client\.authentication\.k8s\.io\/v1beta1", which is not supported; change it to client\.authentication\.k8s\.io\/v1,/,
    ],
    [
      "exec without a command",
      simple(undefined, "exec: {apiVersion: client.authentication.k8s.io/v1}"),
      "INVALID_CONFIG",
      /^users\[1\]\.user\.exec\.command in .* is missing/,
    ],
    [
      "exec without a mode",
      simple(undefined, "exec: {apiVersion: client.authentication.k8s.io/v1, command: x}"),
      "INVALID_CONFIG",
      /exec\.interactiveMode in .* is missing; set it to Never, IfAvailable or Always$/,
    ],
    [
      "a missing token file",
      simple(undefined, "tokenFile: nowhere"),
      "INVALID_CREDENTIAL",
      /^cannot read users\[1\]\.user\.tokenFile in .*: .*nowhere does not exist/,
    ],
    [
      "groups without a user",
      simple(undefined, "token: hunter2, as-groups: [x]"),
      "INVALID_CONFIG",
      /sets as-uid, as-groups or as-user-extra without as/,
    ],
    [
      "another's key",
      simple(undefined, `client-certificate-data: ${base64(pair.cert)}, client-key-data: ${base64(authority.key)}`),
      "INVALID_CREDENTIAL",
      /^the private key in users\[1\]\.user\.client-key-data in .* does not belong to/,
    ],
  ])("%s", async (_, content, code, message) => {
    const path = await write("config", content);
    const host = hostWith();
    const error = await loadConnection({ kubeconfig: path, host }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(error).toHaveProperty("message", expect.stringContaining(path));
    expect(inspect(error, { depth: 20, showHidden: true })).not.toMatch(/hunter2|PRIVATE KEY/);
  });

  test("an expired certificate", async () => {
    const old = authority.issue({ commonName: "jane", notAfter: new Date(now - 1000) });
    const user = `client-certificate-data: ${base64(old.cert)}, client-key-data: ${base64(old.key)}`;
    const path = await write("config", simple(undefined, user));
    await expect(loadConnection({ kubeconfig: path, host: hostWith() })).rejects.toMatchObject({
      code: "EXPIRED_CREDENTIAL",
      message: expect.stringContaining(
        `users[1].user.client-certificate-data in ${path} (CN=jane) expired at 2026-05-31T23:59:59Z`,
      ),
    });
  });

  test("an unknown context lists the known ones", async () => {
    const path = await write("config", simple());
    await expect(loadConnection({ kubeconfig: path, context: "b", host: hostWith() })).rejects.toMatchObject({
      code: "UNKNOWN_CONTEXT",
      message: `kubeconfig ${path}: there is no context "b". Known contexts: a`,
    });
  });

  test("a directory", async () => {
    await expect(loadKubeconfig(fileAt("."))).rejects.toMatchObject({
      code: "INVALID_CONFIG",
      message: expect.stringMatching(/is a directory, not a file; name a readable kubeconfig file/),
    });
  });

  test("a file that cannot be read", async () => {
    const loop = fileAt("loop");
    await symlink(loop, loop);
    await expect(loadKubeconfig(loop)).rejects.toMatchObject({
      code: "INVALID_CONFIG",
      message: expect.stringContaining(`cannot read the kubeconfig: ${loop} cannot be read (ELOOP)`),
    });
  });

  test.skipIf(process.getuid?.() === 0)(
    "a file of someone else (skipped for root, who may read any file)",
    async () => {
      const path = await write("config", simple());
      await chmod(path, 0);
      await expect(loadKubeconfig(path)).rejects.toMatchObject({
        message: expect.stringContaining("permission denied"),
      });
    },
  );

  test("an explicit file that does not exist", async () => {
    await expect(loadConnection({ kubeconfig: fileAt("no"), host: hostWith() })).rejects.toMatchObject({
      code: "INVALID_CONFIG",
      message: expect.stringContaining(`${fileAt("no")} does not exist`),
    });
  });
});
