import { Agent, request } from "node:https";

/**
 * Plain requests to the server that the subjects are measured with, for what is not measured. On purpose none of the clients.
 * @typedef {object} ApiServer
 * @property {(method: string, path: string, body?: object, contentType?: string) => Promise<any>} call the JSON that was answered
 * @property {(path: string) => Promise<string>} text
 * @property {() => void} close
 */

/**
 * @param {{ url: string, caCertificate: string, admin: { cert: string, key: string } }} server
 * @returns {ApiServer}
 */
export function apiServer({ url, caCertificate, admin }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 16, ca: caCertificate, ...admin });

  /**
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   * @param {string} [contentType]
   * @returns {Promise<string>}
   */
  function send(method, path, body, contentType = "application/json") {
    return new Promise((resolve, reject) => {
      const headers = body && { "content-type": contentType };
      const outgoing = request(`${url}${path}`, { agent, method, ...(headers && { headers }) }, (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.on("error", reject);
        response.on("end", () => {
          if ((response.statusCode ?? 0) < 300) resolve(text);
          else reject(new Error(`${method} ${path}: HTTP ${response.statusCode} ${text}`));
        });
      });
      outgoing.on("error", reject);
      outgoing.end(body && JSON.stringify(body));
    });
  }

  return {
    call: async (method, path, body, contentType) => JSON.parse(await send(method, path, body, contentType)),
    text: (path) => send("GET", path),
    close: () => agent.destroy(),
  };
}
