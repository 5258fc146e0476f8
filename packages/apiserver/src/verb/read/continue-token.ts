import { badRequestError, parseJson } from "@kubewright/api";
import { jsonTypeName } from "@kubewright/api/server";
import { describeSyntaxError } from "../../codec/json-syntax-error.ts";
import type { StorePosition } from "../../storage/object-store.ts";

const tokenVersion = "meta.k8s.io/v1";

/** Where a list goes on. */
export interface Continuation {
  /** Undefined: in the present, for a client that knows that pages do not fit together. */
  readonly revision: number | undefined;
  /** Relative to the namespace that is listed. */
  readonly position: StorePosition;
}

/** The text that makes a client go on after `last` at `revision`. `namespace` is the one that is listed, empty for all. */
export function encodeContinue(revision: number, namespace: string, last: StorePosition): string {
  return encode(revision, `/${keyIn(namespace, last)}${last.isIncluded ? "" : "\0"}`);
}

/** The text that makes a client go on in the present from where `continuation` is. */
export function encodeInconsistentContinue({ position }: Continuation): string {
  return encode(-1, `${position.name}${position.isIncluded ? "" : "\0"}`);
}

/** Reads what `encodeContinue` has made. Throws the 400 for anything else. */
export function decodeContinue(token: string, namespace: string): Continuation {
  const { v: version = "", rv: revision = 0, start = "" } = parseToken(decodeBase64(token));
  if (version !== tokenVersion) throw refuse(`: server does not recognize this encoded version ${version}`);
  if (revision === 0) throw refuse(`: incorrect encoded start resourceVersion (version ${tokenVersion})`);
  if (start === "") throw refuse(`: encoded start key empty (version ${tokenVersion})`);
  const path = start.startsWith("/") ? start : `/${start}`;
  if (!isClean(path)) throw refuse(`: ${start}`);
  const isAfter = path.endsWith("\0");
  const name = path.slice(1, isAfter ? -1 : undefined);
  return {
    revision: revision > 0 ? revision : undefined,
    position: { namespace, name, isIncluded: !isAfter },
  };
}

function encode(revision: number, start: string): string {
  return Buffer.from(JSON.stringify({ v: tokenVersion, rv: revision, start })).toString("base64url");
}

function keyIn(listed: string, { namespace, name }: StorePosition): string {
  return listed === "" && namespace !== "" ? `${namespace}/${name}` : name;
}

function decodeBase64(token: string): Uint8Array {
  const bad = token.search(/[^\w-]/);
  const corrupt = bad === -1 && token.length % 4 === 1 ? token.length - 1 : bad;
  if (corrupt !== -1) throw refuse(`: illegal base64 data at input byte ${corrupt}`);
  return Buffer.from(token, "base64url");
}

interface Token {
  readonly v?: string;
  readonly rv?: number;
  readonly start?: string;
}

function parseToken(bytes: Uint8Array): Token {
  const problem = describeSyntaxError(bytes);
  if (problem !== undefined) throw refuse(`: ${problem}`);
  const token = parseJson(Buffer.from(bytes).toString("utf8"));
  if (token === null) return {};
  if (typeof token !== "object" || Array.isArray(token)) {
    throw refuse(`: json: cannot unmarshal ${jsonTypeName(token)} into Go value of type storage.continueToken`);
  }
  const { v, rv, start } = token as Record<string, unknown>;
  expectMember("v", v, "string");
  expectMember("rv", rv, "number");
  expectMember("start", start, "string");
  return { ...(token as Token), ...(typeof rv === "bigint" && { rv: Number(rv) }) };
}

const maxInteger = 2n ** 63n - 1n;

function expectMember(name: string, value: unknown, type: "string" | "number"): void {
  if (value === undefined || value === null) return;
  if (type === "string" ? typeof value === "string" : isInteger(value)) return;
  const isNumber = typeof value === "number" || typeof value === "bigint";
  const found = isNumber && type === "number" ? `number ${value}` : jsonTypeName(value);
  const wanted = type === "string" ? "string" : "int64";
  throw refuse(`: json: cannot unmarshal ${found} into Go struct field continueToken.${name} of type ${wanted}`);
}

/** Whether it is one that fits into 64 bits. */
function isInteger(value: unknown): boolean {
  if (typeof value === "bigint") return value <= maxInteger && value >= -maxInteger - 1n;
  return Number.isSafeInteger(value);
}

/** Whether a path has no empty parts, no `.` and no `..`. */
function isClean(path: string): boolean {
  if (path === "/") return true;
  return path
    .slice(1)
    .split("/")
    .every((part) => part !== "" && part !== "." && part !== "..");
}

function refuse(problem: string): Error {
  return badRequestError(`invalid continue token: continue key is not valid${problem}`);
}
