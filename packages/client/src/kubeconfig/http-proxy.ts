import { ClientError } from "../errors.ts";
import type { Host } from "../host.ts";
import type { ProxyServer } from "../transport/connection.ts";
import { isExcluded } from "./no-proxy.ts";

/** A proxy whose user and password are not shown by `util.inspect` or JSON. */
export class HttpProxy implements ProxyServer {
  readonly url: string;
  readonly #authorization: string | undefined;

  constructor(url: URL) {
    const port = url.port !== "" ? url.port : url.protocol === "https:" ? "443" : "80";
    this.url = `${url.protocol}//${url.hostname}:${port}`;
    const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    this.#authorization = user === ":" ? undefined : `Basic ${Buffer.from(user, "utf8").toString("base64")}`;
  }

  authorization(): string | undefined {
    return this.#authorization;
  }
}

/** The proxy at `text`, a URL. Throws ClientError `INVALID_CONFIG` naming `source`; the text may have a password. */
export function parseProxy(text: string, source: string): HttpProxy {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme?.startsWith("socks")) {
    throw new ClientError(
      "INVALID_CONFIG",
      `${source} names a ${scheme} proxy, which is not supported; use an http or https proxy`,
    );
  }
  if ((scheme !== "http" && scheme !== "https") || !URL.canParse(text)) {
    throw new ClientError(
      "INVALID_CONFIG",
      `${source} is not the URL of a proxy; write http://host:port or https://host:port`,
    );
  }
  return new HttpProxy(new URL(text));
}

/**
 * The proxy that HTTPS_PROXY, HTTP_PROXY and NO_PROXY (or their lower-case names) name for `server`.
 *
 * HTTP_PROXY is only for servers without TLS. Hosts on this machine never go through a proxy.
 */
export function proxyFromEnvironment(server: string, env: Host["env"]): HttpProxy | undefined {
  const url = new URL(server);
  const isTls = url.protocol === "https:";
  const name = isTls ? "HTTPS_PROXY" : "HTTP_PROXY";
  const proxy = firstSet(env, name);
  if (proxy === undefined) return undefined;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const port = url.port !== "" ? url.port : isTls ? "443" : "80";
  if (isExcluded(host, port, firstSet(env, "NO_PROXY")?.value ?? "")) return undefined;
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(proxy.value) ? proxy.value : `http://${proxy.value}`;
  return parseProxy(text, `the environment variable ${proxy.name}`);
}

function firstSet(env: Host["env"], name: string): { name: string; value: string } | undefined {
  for (const candidate of [name, name.toLowerCase()]) {
    const value = env[candidate];
    if (value !== undefined && value !== "") return { name: candidate, value };
  }
  return undefined;
}
