// Plain JavaScript, because Node 20 has to run it as it is.

import { createServer } from "node:net";
import { MemcachedSession } from "./memcached-session.mjs";
import { MemcachedStatistics } from "./memcached-statistics.mjs";
import { MemcachedStore } from "./memcached-store.mjs";

/** What the server answers to `version`. */
export const memcachedVersion = "1.6.0-kubewright";

/**
 * Serves the text protocol of memcached. Resolves when it listens.
 * @param {import("./memcached-options.mjs").ServerOptions & { now: () => number, pid: number }} options
 * @returns {Promise<{ port: number, close(): Promise<void> }>} The port, of the first address if there are several.
 */
export async function serveMemcached(options) {
  const { addresses, maxConnections, maxItemBytes, memoryMegabytes, now, pid, verbosity } = options;
  const maxBytes = memoryMegabytes * 1024 * 1024;
  const settings = {
    maxbytes: String(maxBytes),
    maxconns: String(maxConnections),
    tcpport: String(options.port),
    inter: addresses.join(",") || "NULL",
    verbosity: String(verbosity),
    item_size_max: String(maxItemBytes),
  };
  const statistics = new MemcachedStatistics({ now, pid, version: memcachedVersion, settings });
  const store = new MemcachedStore({ now, maxBytes });
  const shared = { store, statistics, version: memcachedVersion, maxItemBytes };
  /** @type {Set<import("node:net").Socket>} */
  const sockets = new Set();

  /** @param {import("node:net").Socket} socket */
  function serve(socket) {
    sockets.add(socket);
    statistics.connected();
    socket.setNoDelay(true);
    const session = new MemcachedSession(shared, {
      send: (data) => socket.write(data),
      close: () => socket.end(),
    });
    socket.on("data", (data) => {
      socket.cork();
      session.receive(data);
      socket.uncork();
      // Who does not read answers sends no more commands.
      if (socket.writableNeedDrain) socket.pause();
    });
    socket.on("drain", () => socket.resume());
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      sockets.delete(socket);
      statistics.disconnected();
    });
  }

  const servers = await Promise.all(
    (addresses.length === 0 ? [undefined] : addresses).map((address) => {
      const server = createServer(serve);
      server.maxConnections = maxConnections;
      return listening(server, address, options.port);
    }),
  );
  const address = servers[0]?.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : options.port,
    async close() {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

/**
 * @param {import("node:net").Server} server
 * @param {string | undefined} address
 * @param {number} port
 * @returns {Promise<import("node:net").Server>}
 */
function listening(server, address, port) {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, ...(address !== undefined && { host: address }) }, () => {
      server.off("error", reject);
      resolve(server);
    });
  });
}
