import {
  badRequestError,
  conflictError,
  formatTime,
  invalidError,
  notFoundError,
  parseApiVersion,
} from "@kubewright/api";
import { invalidField } from "@kubewright/api/server";
import type { ApiObject } from "../../resource-object.ts";
import type { ObjectStore } from "../../storage/object-store.ts";
import type { TokenClaims } from "./json-web-token.ts";
import type { ServiceAccountTokens } from "./service-account-tokens.ts";

const kind = { group: "authentication.k8s.io", kind: "TokenRequest" };
const leastSeconds = 600;
const mostSeconds = 2 ** 32;
/** What pods ask for: such tokens stay good for a year, in case nobody reads the next one. */
const podTokenSeconds = 3607;
const extendedSeconds = 365 * 24 * 60 * 60;

interface TokenRequest extends ApiObject {
  readonly spec: {
    readonly audiences?: readonly string[] | null;
    readonly expirationSeconds?: number | bigint | null;
    readonly boundObjectRef?: BoundReference | null;
  };
}

interface BoundReference {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly uid?: string;
}

/**
 * The answer to a TokenRequest for a service account: the request with its `status`. `now` is in milliseconds since 1970.
 *
 * The request has its defaults. Throws a StatusError to refuse.
 */
export function answerTokenRequest(
  tokens: ServiceAccountTokens,
  store: ObjectStore,
  account: ApiObject,
  request: ApiObject,
  now: number,
): ApiObject {
  checkMetadata(account, request);
  const { spec } = request as TokenRequest;
  const audiences = spec.audiences && spec.audiences.length > 0 ? spec.audiences : tokens.audiences;
  const seconds = Number(spec.expirationSeconds ?? 3600);
  checkSeconds(seconds);
  const bound = bind(store, account, spec.boundObjectRef ?? undefined);
  const isExtended =
    bound.pod !== undefined &&
    seconds === podTokenSeconds &&
    audiences.every((audience) => tokens.audiences.includes(audience));
  const token = tokens.sign(account, {
    audiences,
    seconds: isExtended ? extendedSeconds : seconds,
    bound,
    ...(isExtended && { warnAfterSeconds: seconds }),
  });
  const { name, namespace, uid } = account.metadata;
  return {
    ...request,
    metadata: {
      ...request.metadata,
      name,
      namespace,
      uid,
      creationTimestamp: formatTime(now),
    } as ApiObject["metadata"],
    spec: { ...spec, audiences, expirationSeconds: seconds, boundObjectRef: spec.boundObjectRef ?? null },
    status: { token, expirationTimestamp: formatTime(now + seconds * 1000) },
  };
}

function checkMetadata(account: ApiObject, request: ApiObject): void {
  const { name, namespace = "", uid = "" } = account.metadata;
  const wanted: Partial<ApiObject["metadata"]> = request.metadata ?? {};
  if (wanted.name && wanted.name !== name) {
    const problem = invalidField("metadata.name", wanted.name, "must match the service account name if specified");
    throw invalidError(kind, name, [problem]);
  }
  if (wanted.namespace && wanted.namespace !== namespace) {
    const text = "must match the service account namespace if specified";
    throw invalidError(kind, name, [invalidField("metadata.namespace", wanted.namespace, text)]);
  }
  if (wanted.uid && wanted.uid !== uid) {
    const problem = `the UID in the token request (${wanted.uid}) does not match the UID of the service account (${uid})`;
    throw conflictError({ group: kind.group, resource: kind.kind }, name, problem);
  }
}

function checkSeconds(seconds: number): void {
  const refuse = (problem: string): Error =>
    invalidError(kind, "", [invalidField("spec.expirationSeconds", seconds, problem)]);
  if (seconds < leastSeconds) throw refuse("may not specify a duration less than 10 minutes");
  if (seconds > mostSeconds) throw refuse("may not specify a duration larger than 2^32 seconds");
}

type Bound = Pick<TokenClaims["kubernetes.io"], "pod" | "secret" | "node">;

function bind(store: ObjectStore, account: ApiObject, reference: BoundReference | undefined): Bound {
  if (reference === undefined) return {};
  const { namespace = "", name: accountName } = account.metadata;
  const { group, version } = parseApiVersion(reference.apiVersion || "v1");
  const { kind: boundKind = "", name = "", uid: wantedUid = "" } = reference;
  const found = (resource: string, where: string): ApiObject => {
    const object = store.get(resource, where, name)?.object;
    if (object === undefined) throw notFoundError({ group: "", resource }, name);
    return object;
  };
  const checked = (object: ApiObject): { name: string; uid: string } => {
    const { uid = "" } = object.metadata;
    if (wantedUid === "" || wantedUid === uid) return { name, uid };
    throw conflictError(
      { group: "", resource: boundKind },
      name,
      `the UID in the bound object reference (${wantedUid}) does not match the UID in record. The object might have been deleted and then recreated`,
    );
  };
  switch (group === "" ? boundKind : "") {
    case "Secret":
      return { secret: checked(found("secrets", namespace)) };
    case "Node":
      return { node: checked(found("nodes", "")) };
    case "Pod": {
      const pod = found("pods", namespace);
      const { serviceAccountName, nodeName } = pod.spec as { serviceAccountName?: string; nodeName?: string };
      if (serviceAccountName !== accountName) {
        const problem = `cannot bind token for serviceaccount ${JSON.stringify(accountName)} to pod running with different serviceaccount name.`;
        throw badRequestError(problem);
      }
      return { pod: checked(pod), ...(nodeName && { node: identityOfNode(store, nodeName) }) };
    }
    default:
      throw badRequestError(`cannot bind token to object of type ${group}/${version}, Kind=${boundKind}`);
  }
}

function identityOfNode(store: ObjectStore, name: string): { name: string; uid?: string } {
  const uid = store.get("nodes", "", name)?.object.metadata.uid;
  return { name, ...(uid !== undefined && { uid }) };
}
