// The least that Node can do to know all objects of a kind: one list, and JSON.parse. No watch, no cache.
import { readFile } from "node:fs/promises";
import { Agent, request } from "node:https";
import { gunzipSync } from "node:zlib";
import { runSubject } from "./protocol.mjs";

const paths = { Memcached: "/apis/cache.example.com/v1/memcacheds", Pod: "/api/v1/pods" };

await runSubject(async (spec) => {
  const config = await readFile(spec.kubeconfig, "utf8");
  const decoded = (/** @type {string} */ name) =>
    Buffer.from(new RegExp(`${name}: "?([A-Za-z0-9+/=]+)`).exec(config)?.[1] ?? "", "base64");
  const agent = new Agent({
    ca: decoded("certificate-authority-data"),
    cert: decoded("client-certificate-data"),
    key: decoded("client-key-data"),
  });
  const url = /server: "?([^"\s]+)/.exec(config)?.[1];
  /** @type {unknown} kept, for the memory */
  let list;
  return {
    async sync(kind, onAdded) {
      const text = await body(`${url}${paths[kind]}`, agent);
      const parsed = /** @type {{ items: object[] }} */ (JSON.parse(text));
      list = parsed;
      for (const _ of parsed.items) onAdded();
    },
    operate: () => Promise.reject(new Error(`a list of ${typeof list} is no operator`)),
  };
});

/**
 * @param {string} url
 * @param {Agent} agent
 * @returns {Promise<string>}
 */
function body(url, agent) {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, headers: { "accept-encoding": "gzip" } }, (response) => {
      /** @type {Buffer[]} */
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const bytes = Buffer.concat(chunks);
        const isZipped = response.headers["content-encoding"] === "gzip";
        resolve((isZipped ? gunzipSync(bytes) : bytes).toString("utf8"));
      });
    });
    outgoing.on("error", reject);
    outgoing.end();
  });
}
