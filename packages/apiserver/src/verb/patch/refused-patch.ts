import { invalidError, StatusError } from "@kubewright/api";
import { invalidField } from "@kubewright/api/server";

/** The 422 StatusError for a patch that does not apply. It says nothing of what is wrong. */
export function inapplicablePatch(): StatusError {
  return new StatusError({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: "the server rejected our request due to an error in our request",
    reason: "Invalid",
    details: {},
    code: 422,
  });
}

/** The 422 StatusError for a patch that makes something that is no object of the kind. `printed` is what the reference shows of it. */
export function invalidPatch(printed: string, because: string): StatusError {
  return invalidError({ group: "", kind: "" }, "", [invalidField("patch", printed, because)]);
}
