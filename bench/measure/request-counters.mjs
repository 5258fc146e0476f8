/** @typedef {import("./api-server.mjs").ApiServer} ApiServer */

/**
 * How many requests of one sort the server has answered. For requests that are about no object, `resource` is empty and
 * `subresource` the path.
 * @typedef {{ resource: string, subresource: string, verb: string, code: number, count: number }} RequestCounter
 */

/**
 * What the server has counted so far.
 * @param {ApiServer} server
 * @returns {Promise<RequestCounter[]>}
 */
export async function requestCounters(server) {
  return parseRequestCounters(await server.text("/metrics"));
}

/**
 * @param {string} text in the format of Prometheus
 * @returns {RequestCounter[]}
 */
export function parseRequestCounters(text) {
  return text
    .split("\n")
    .filter((line) => line.startsWith("apiserver_request_total{"))
    .map((line) => {
      const label = (/** @type {string} */ name) => new RegExp(`[{,]${name}="([^"]*)"`).exec(line)?.[1] ?? "";
      return {
        resource: label("resource"),
        subresource: label("subresource"),
        verb: label("verb"),
        code: Number(label("code")),
        count: Number(line.slice(line.lastIndexOf(" "))),
      };
    });
}
