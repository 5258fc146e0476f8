import type { HostileRequest } from "../hostile-request.ts";

const target = "/api/v1/namespaces/default/configmaps/target";
const configMaps = "/api/v1/namespaces/default/configmaps?dryRun=All";
const object = '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"raw"}}';
const host = "Host: kubernetes";
const json = "Content-Type: application/json";

function post(lines: readonly string[], body: string): string {
  return [`POST ${configMaps} HTTP/1.1`, host, json, "Connection: close", ...lines, "", body].join("\r\n");
}

function get(lines: readonly string[], version = "HTTP/1.1"): string {
  return [`GET ${target} ${version}`, ...lines, "", ""].join("\r\n");
}

function chunked(...chunks: readonly string[]): string {
  return [...chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`), "0\r\n\r\n"].join("");
}

const texts: Readonly<Record<string, string>> = {
  "a body in chunks": post(["Transfer-Encoding: chunked"], chunked(object.slice(0, 9), object.slice(9))),
  "a length and chunks": post([`Content-Length: ${object.length}`, "Transfer-Encoding: chunked"], chunked(object)),
  "two lengths": post([`Content-Length: ${object.length}`, "Content-Length: 5"], object),
  "a length below nothing": post(["Content-Length: -5"], object),
  "a length past all bounds": post(["Content-Length: 99999999999999999999999"], object),
  "a length of letters": post(["Content-Length: many"], object),
  "a chunk whose length is none": post(["Transfer-Encoding: chunked"], `zz\r\n${object}\r\n0\r\n\r\n`),
  "a chunk whose length is past all bounds": post(["Transfer-Encoding: chunked"], `fffffffffffffffffff\r\n${object}`),
  "a coding that is unknown": post(["Transfer-Encoding: magic"], object),
  "chunks twice": post(["Transfer-Encoding: chunked, chunked"], chunked(object)),
  "a header without a colon": get([host, "Nonsense", "Connection: close"]),
  "a header with a space before the colon": get([host, "Connection : close"]),
  "a header that begins with a space": get([host, " folded: yes", "Connection: close"]),
  "a header with a NUL": get([host, "X-Nul: a\0b", "Connection: close"]),
  "a header without a name": get([host, ": nothing", "Connection: close"]),
  "no host": get(["Connection: close"]),
  "an empty host": get(["Host: ", "Connection: close"]),
  "a host that is none": get(["Host: a b/c", "Connection: close"]),
  "an old version": get([host], "HTTP/1.0"),
  "a very old version": `GET ${target}\r\n\r\n`,
  "a version to come": get([host, "Connection: close"], "HTTP/3.0"),
  "a version that is none": get([host, "Connection: close"], "HTTP/x"),
  "another protocol": "SSH-2.0-OpenSSH_9.6\r\n\r\n",
  noise: `${"\u0001\u0002\u00ff".repeat(50)}\r\n\r\n`,
  "empty lines before it": `\r\n\r\n${get([host, "Connection: close"])}`,
  "lines that end early": `GET ${target} HTTP/1.1\nHost: kubernetes\nConnection: close\n\n`,
  "spaces in the first line": `GET  ${target}  HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`,
  "a body to a read": ["GET", target, "HTTP/1.1"]
    .join(" ")
    .concat(`\r\n${host}\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello`),
};

/** Bytes that are no requests, or more than one way to read them. */
export const rawRequests: readonly HostileRequest[] = Object.entries(texts).map(([name, raw]) => ({
  name,
  method: "GET",
  target: "",
  raw,
}));
