import { badRequestError, methodNotSupportedError } from "@kubewright/api";
import type { ServerRequest, ServerResponse } from "@kubewright/apiserver";
import { DevClusterError } from "../errors.ts";

/**
 * Where the API server of a cluster is told, by `POST` of `{"path": "/an/image.tar"}`, to make an image archive of this machine runnable. The
 * answer is `{"references": ["example.com/operator:v1"]}`, or a Status. For administrators, and whom roles allow it by `nonResourceURLs`.
 */
export const imageEndpointPath = "/kubewright/v1/images";

/** Answers there. */
export function imageEndpoint(
  load: (path: string) => Promise<{ readonly references: readonly string[] }>,
): (request: ServerRequest) => Promise<ServerResponse> {
  return async (request) => {
    if (request.method !== "POST") throw methodNotSupportedError({ group: "", resource: "images" }, request.method);
    const path = pathOf(await request.body());
    try {
      const body = `${JSON.stringify(await load(path))}\n`;
      return { status: 200, headers: { "content-type": "application/json" }, body };
    } catch (error) {
      if (error instanceof DevClusterError) throw badRequestError(error.message);
      throw error;
    }
  };
}

function pathOf(body: Uint8Array): string {
  let path: unknown;
  try {
    ({ path } = JSON.parse(Buffer.from(body).toString("utf8")) as { path?: unknown });
  } catch {
    // Told below.
  }
  if (typeof path === "string" && /^(\/|[A-Za-z]:[\\/])/.test(path)) return path;
  throw badRequestError(
    'the body is to be JSON such as {"path": "/an/image.tar"}, with the absolute path of an archive',
  );
}
