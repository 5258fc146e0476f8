import { request } from "node:https";
import type { ClientCertificate } from "@kubewright/client";

/** An answer to a probe: an HTTP status and text, or why there was none. */
export type Probed = { status: number; text: string } | { status: undefined; text: string };

/** Asks a server for one path, on a connection of its own. Never rejects. */
export function probe(url: string, ca: string, user: ClientCertificate): Promise<Probed> {
  return new Promise((resolve) => {
    const failed = (error: Error): void => resolve({ status: undefined, text: error.message });
    const exchange = request(url, { ca, cert: user.cert, key: user.key, agent: false, timeout: 2_000 }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      response.on("error", failed);
    });
    exchange.on("timeout", () => exchange.destroy(new Error(`${url}: no answer for 2 seconds`)));
    exchange.on("error", failed);
    exchange.end();
  });
}
