import { parseJson } from "@kubewright/api";
import type { Transport } from "@kubewright/client";
import type { Send } from "./exam.ts";
import type { Json } from "./subject.ts";

/** Sends requests by a transport of the client. */
export function sendByTransport(transport: Transport): Send {
  return async (method, path, body) => {
    const response = await transport.send({
      method,
      path,
      headers: { "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const warnings = [response.headers.get("warning") ?? []].flat().join(", ");
    return {
      status: response.status,
      body: parseJson(await response.body.text()) as Json,
      warnings: [...warnings.matchAll(/299 - "((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text as string),
    };
  };
}
