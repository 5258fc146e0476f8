import { badRequestError } from "@kubewright/api";

/** Throws the 400 StatusError for a body of another version than its path. */
export function checkVersion(apiVersion: string, expected: string): void {
  if (apiVersion === expected) return;
  throw badRequestError(
    `the API version in the data (${apiVersion}) does not match the expected API version (${expected})`,
  );
}
