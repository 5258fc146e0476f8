import { Agent, request } from "node:https";
import { createInterface } from "node:readline";

/**
 * Plain requests to the server that the subjects are measured with, for what is not measured. On purpose none of the clients.
 * @typedef {object} ApiServer
 * @property {(method: string, path: string, body?: object, contentType?: string) => Promise<any>} call the JSON that was answered
 * @property {(path: string) => Promise<string>} text
 * @property {(path: string, listener: LineListener) => () => void} follow tells of each line of an answer that does not end, until the result is called
 * @property {() => void} close
 */

/** `onEnd`: of an answer that ended nevertheless. @typedef {{ onLine: (line: string) => void, onEnd: (error: Error) => void }} LineListener */

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

  /**
   * @param {string} path
   * @param {LineListener} listener
   */
  function follow(path, { onLine, onEnd }) {
    let isClosed = false;
    const ended = (/** @type {string} */ why) => isClosed || onEnd(new Error(`GET ${path}: ${why}`));
    const outgoing = request(`${url}${path}`, { agent }, (response) => {
      if (response.statusCode !== 200) ended(`HTTP ${response.statusCode}`);
      const lines = createInterface(response);
      lines.on("line", onLine);
      lines.on("error", (/** @type {Error} */ error) => ended(error.message));
      response.on("end", () => ended("it ended"));
    });
    outgoing.on("error", (error) => ended(error.message));
    outgoing.end();
    return () => {
      isClosed = true;
      outgoing.destroy();
    };
  }

  return {
    follow,
    call: async (method, path, body, contentType) => JSON.parse(await send(method, path, body, contentType)),
    text: (path) => send("GET", path),
    close: () => agent.destroy(),
  };
}
