import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import {
  Anonymous,
  type Connection,
  connectionFromKubeconfig,
  type Host,
  type Kubeconfig,
  loadKubeconfig,
  systemClock,
  withImpersonation,
} from "@kubewright/client";
import { createAuthority } from "@kubewright/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { proxyFromEnvironment } from "../src/kubeconfig/http-proxy.ts";

interface KubeconfigVector {
  readonly name: string;
  readonly files: Record<string, string>;
  readonly kubeconfig: readonly string[];
  readonly context?: string;
  readonly merged?: Record<string, unknown>;
  readonly error?: string;
  readonly connection?: ConnectionVector;
  readonly connectionError?: string;
}

interface ConnectionVector {
  readonly server: string;
  readonly namespace: string;
  readonly headers: Record<string, readonly string[]>;
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
  readonly insecure: boolean;
  readonly tlsServerName: string;
  readonly disableCompression: boolean;
  readonly proxy: string;
}

interface Vectors {
  readonly kubeconfigs: readonly KubeconfigVector[];
  readonly proxies: {
    readonly servers: readonly string[];
    readonly exclusions: readonly { readonly noProxy: string; readonly direct: readonly string[] }[];
    readonly forms: readonly { httpsProxy?: string; httpProxy?: string; server: string; proxy: string }[];
  };
  readonly impersonations: readonly {
    readonly user: string;
    readonly uid: string;
    readonly groups: readonly string[] | null;
    readonly extra: Record<string, readonly string[]> | null;
    readonly headers: Record<string, readonly string[]>;
  }[];
}

const vectors = JSON.parse(await readFile(new URL("vectors/kubeconfig.json", import.meta.url), "utf8")) as Vectors;

/** Where we refuse what the reference accepts. */
const refused = new Map([
  ["a context with an unknown user", "the reference goes on as an anonymous user"],
  ["cluster: proxy-url with socks5", "not supported"],
  ["user: basic authentication", "not supported"],
  ["user: plugin of version v1beta1", "not supported"],
  ["user: token with a line break", "the reference fails later, when it sends the header"],
  ["YAML: the namespace -", "not YAML within brackets"],
  ["user: empty token file", "the reference fails later, when it sends the header"],
]);

/** Where we accept what the reference refuses. */
const accepted = new Map([
  ["YAML: the namespace 0b1", "a number in YAML 1.1 only"],
  ["YAML: the namespace 1_000", "a number in YAML 1.1 only"],
]);

/** Where the reference adds to what the files say. */
const completed = new Map([
  ["user: plugin of version v1beta1", "interactiveMode has a default in this version"],
  ["user: plugin of version v1alpha1", "interactiveMode has a default in this version"],
]);

/** Where our connection is another one. */
const different = new Map<string, { readonly why: string; readonly connection: Partial<ConnectionVector> }>([
  [
    "cluster: server without a scheme",
    {
      why: "the reference takes http, over which it sends no credential",
      connection: { server: "https://a.test:8080", headers: { authorization: ["Bearer t"] } },
    },
  ],
]);

let directory: string;
const authority = createAuthority();
const pair = authority.issue({ commonName: "someone" });
const placeholders: readonly (readonly [string, string])[] = [
  ["<cert-base64>", Buffer.from(pair.cert).toString("base64")],
  ["<key-base64>", Buffer.from(pair.key).toString("base64")],
  ["<cert-pem>", pair.cert],
  ["<key-pem>", pair.key],
];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "kubeconfig-"));
});
afterAll(async () => {
  await rm(directory, { recursive: true });
});

describe("kubeconfig files mean what they mean to client-go", () => {
  test.each(vectors.kubeconfigs.map((vector, index) => ({ ...vector, index })))("$name", async (vector) => {
    const root = join(directory, String(vector.index));
    await writeFiles(root, vector.files);
    const host = hostWith({ KUBECONFIG: vector.kubeconfig.map((path) => join(root, path)).join(delimiter) });

    const loaded = await outcome(() => loadKubeconfig(undefined, host));
    const connected = await outcome(async () => {
      if ("error" in loaded) throw loaded.error;
      const options = vector.context === undefined ? { host } : { host, context: vector.context };
      return describeConnection(await connectionFromKubeconfig(loaded.value, options), root);
    });

    if (refused.has(vector.name)) {
      expect(vector.connection).toBeDefined();
      expect(connected).toHaveProperty("error.name", "ClientError");
    } else if (accepted.has(vector.name)) {
      expect(vector.connection).toBeUndefined();
      expect(connected).toHaveProperty("value");
    } else if (vector.connection === undefined) {
      expect(connected).toHaveProperty("error.name", "ClientError");
    } else {
      expect(connected).toEqual({ value: { ...vector.connection, ...different.get(vector.name)?.connection } });
    }
    const isFound = vector.kubeconfig.some((path) => path in vector.files);
    if (vector.merged !== undefined && isFound && !completed.has(vector.name) && !refused.has(vector.name)) {
      expect(loaded).toHaveProperty("value");
      if ("value" in loaded) expect(knownParts(loaded.value, root)).toEqual(withoutEmpty(vector.merged));
    }
  });
});

describe("NO_PROXY means what it means to Go", () => {
  test.each(vectors.proxies.exclusions)("$noProxy", ({ noProxy, direct }) => {
    const env = { HTTPS_PROXY: "http://proxy.test:3128", HTTP_PROXY: "http://plain.test:3129", NO_PROXY: noProxy };
    expect(vectors.proxies.servers.filter((server) => proxyFromEnvironment(server, env) === undefined)).toEqual(direct);
  });

  test.each(vectors.proxies.forms)("HTTPS_PROXY=$httpsProxy HTTP_PROXY=$httpProxy for $server", (form) => {
    const env = { HTTPS_PROXY: form.httpsProxy, http_proxy: form.httpProxy };
    const expected = form.proxy === "" ? undefined : withPort(form.proxy);
    expect(proxyFromEnvironment(form.server, env)?.url).toBe(expected);
  });
});

describe("impersonation sends the headers that client-go sends", () => {
  test.each(vectors.impersonations)("$user $uid $groups $extra", async ({ user, uid, groups, extra, headers }) => {
    const credential = withImpersonation(new Anonymous(), { user, uid, groups: groups ?? [], extra: extra ?? {} });
    expect(asLists((await credential.present()).headers)).toEqual(headers);
  });
});

async function writeFiles(root: string, files: Record<string, string>): Promise<void> {
  await mkdir(root, { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    const file = join(root, path);
    await mkdir(dirname(file), { recursive: true });
    let text = content.replaceAll("<dir>", root);
    for (const [placeholder, value] of placeholders) text = text.replaceAll(placeholder, value);
    await writeFile(file, text);
    if (content.startsWith("#!")) await chmod(file, 0o755);
  }
}

function hostWith(env: Record<string, string>): Host {
  return { clock: systemClock, env: { PATH: process.env.PATH, ...env }, homeDirectory: "/nowhere" };
}

async function outcome<T>(run: () => Promise<T>): Promise<{ value: T } | { error: unknown }> {
  try {
    return { value: await run() };
  } catch (error) {
    return { error };
  }
}

async function describeConnection(connection: Connection, root: string): Promise<ConnectionVector> {
  const { headers, certificate } = await connection.credential.present();
  return {
    server: connection.server,
    namespace: connection.namespace,
    headers: Object.fromEntries(
      Object.entries(asLists(headers)).map(([name, values]) => [name, values.map((value) => decodeToken(value, root))]),
    ),
    ca: hide((await connection.certificateAuthority?.pem()) ?? "", root),
    cert: hide(certificate?.cert ?? "", root),
    key: hide(certificate?.key ?? "", root),
    insecure: connection.insecureSkipTlsVerify ?? false,
    tlsServerName: connection.tlsServerName ?? "",
    disableCompression: connection.disableCompression ?? false,
    proxy: connection.proxy?.url ?? "",
  };
}

/** The tests' plugin returns what it was told, in base64, as its token. */
function decodeToken(value: string, root: string): string {
  const text = Buffer.from(value.replace(/^Bearer /, ""), "base64").toString("utf8");
  // The reference ends the JSON with a line break.
  return text.includes("ExecCredential") ? hide(`Told ${text}`, root).replace("}|", "}\n|") : value;
}

function hide(text: string, root: string): string {
  let hidden = text.replaceAll(root, "<dir>");
  for (const [placeholder, value] of placeholders) hidden = hidden.replaceAll(value, placeholder);
  return hidden;
}

function asLists(
  headers: Readonly<Record<string, string | readonly string[]>> = {},
): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === "string" ? [value] : value]),
  );
}

function withPort(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  return `${protocol}//${hostname}:${port === "" ? "80" : port}`;
}

/** What the reference writes of a merged kubeconfig: known fields that say something, in the order of names. */
function knownParts(config: Kubeconfig, root: string): unknown {
  const object = JSON.parse(hide(JSON.stringify(config.toObject()), root)) as Record<string, unknown>;
  for (const list of ["clusters", "users", "contexts"]) {
    (object[list] as { name: string }[]).sort((left, right) => (left.name < right.name ? -1 : 1));
  }
  return withoutEmpty(object);
}

function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== "object" || value === null) return value;
  const parts = Object.entries(value)
    .filter(([name]) => name !== "later")
    .map(([name, part]) => [name, withoutEmpty(part)] as const);
  const isEmpty = (part: unknown) =>
    part === "" || part === null || part === false || (typeof part === "object" && Object.keys(part).length === 0);
  return Object.fromEntries(parts.filter(([, part]) => !isEmpty(part)));
}
