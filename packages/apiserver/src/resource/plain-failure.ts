import { StatusError } from "@kubewright/api";

/** The answer to what failed for no reason that has a name: only a code and a message. */
export function plainFailure(message: string, code = 500): StatusError {
  return new StatusError({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, code });
}
