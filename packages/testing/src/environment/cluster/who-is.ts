import { ApiError, parseKey } from "@kubewright/api";
import { TestingError } from "../../errors.ts";
import type { ClientIdentity } from "../environment.ts";
import type { Who } from "./test-cluster.ts";

/** The user that an identity means; undefined for the administrator. Throws TestingError `INVALID_OPTION`. */
export function whoIs({ user, groups, serviceAccount }: ClientIdentity): Who | undefined {
  if (user !== undefined && serviceAccount !== undefined) {
    throw invalid("serviceAccount", `there is the user ${JSON.stringify(user)}, too; name one of them`);
  }
  if (serviceAccount !== undefined) {
    if (groups !== undefined) throw invalid("groups", "a service account has its own; leave them out");
    return accountOf(serviceAccount);
  }
  if (user !== undefined) return { user, groups: groups ?? [] };
  if (groups !== undefined) throw invalid("groups", "they are of no user; name one");
  return undefined;
}

function accountOf(text: string): Who {
  const { namespace, name } = keyOf(text);
  if (namespace === undefined) {
    throw invalid("serviceAccount", `${JSON.stringify(text)} has no namespace; write "namespace/name"`);
  }
  return {
    user: `system:serviceaccount:${namespace}:${name}`,
    groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`],
  };
}

function keyOf(text: string): ReturnType<typeof parseKey> {
  try {
    return parseKey(text);
  } catch (error) {
    if (error instanceof ApiError) throw invalid("serviceAccount", error.message);
    throw error;
  }
}

function invalid(field: string, problem: string): TestingError {
  return new TestingError("INVALID_OPTION", `${field}: ${problem}`);
}
