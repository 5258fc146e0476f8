import { type Status, StatusError, type StatusReason } from "@kubewright/api";

// What the reference's router says before any resource has a say.

/** A failure of which nothing but its code is known. */
export function genericError(code: number, reason: StatusReason, message: string): StatusError {
  const status: Status = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, reason };
  return new StatusError({ ...status, details: {}, code });
}

/** For a path of a known group that no resource has. */
export function noSuchRoute(): StatusError {
  return genericError(404, "NotFound", "the server could not find the requested resource");
}

/** For a method that a known path does not have. */
export function noSuchMethod(): StatusError {
  const message = "the server does not allow this method on the requested resource";
  return genericError(405, "MethodNotAllowed", message);
}

/** For an `Accept` of which a known path makes nothing. */
export function noSuchRepresentation(mediaTypes: string): StatusError {
  const message = `406: Not Acceptable\n\nAvailable representations: ${mediaTypes}`;
  return genericError(406, "NotAcceptable", message);
}
