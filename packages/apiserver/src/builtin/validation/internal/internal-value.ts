import { Quantity } from "@kubewright/api";
import { compareBytes } from "@kubewright/api/server";
import { type RecordedMember, readInternalTypes } from "../../../data/internal-types-data.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Knows how internal types are laid out once the first value of one is printed, which most servers never do. */
class InternalTypes {
  #structs: Readonly<Record<string, readonly RecordedMember[]>> | undefined;

  membersOf(name: string): readonly RecordedMember[] {
    this.#structs ??= readInternalTypes();
    const members = this.#structs[name];
    if (members === undefined) throw new TypeError(`no internal type ${name}`);
    return members;
  }
}

const types = new InternalTypes();

/**
 * A value of a served type in the shape that the reference has internally, with its names and order, as it is printed in messages.
 *
 * `type` is written as in `core.PodSpec`, `*core.SecurityContext` or `[]core.PodIP`.
 */
export function internalValue(type: string, value: unknown): unknown {
  if (type.startsWith("*")) return value === undefined || value === null ? null : internalValue(type.slice(1), value);
  if (type.startsWith("[]")) {
    if (!Array.isArray(value)) return null;
    const element = type.slice(2);
    return value.map((item) => internalValue(element, item));
  }
  if (type.startsWith("map ")) return internalMap(type.slice(4), value as Fields | null | undefined);
  switch (type) {
    case "string":
      return value ?? "";
    case "number":
    case "intOrString":
      return value ?? 0;
    case "bool":
      return value ?? false;
    case "quantity":
      return value === undefined || value === null ? "0" : Quantity.parse(value as string).toString();
    case "bytes":
    case "time":
    case "any":
      return value ?? null;
    default:
      return internalStruct(type, (value ?? {}) as Fields);
  }
}

function internalMap(element: string, value: Fields | null | undefined): unknown {
  if (value === undefined || value === null) return null;
  const keys = Object.keys(value).sort(compareBytes);
  return Object.fromEntries(keys.map((key) => [key, internalValue(element, value[key])]));
}

function internalStruct(type: string, served: Fields): Fields {
  const value = type === "core.PodSpec" ? withHostFields(served) : served;
  const result: Record<string, unknown> = {};
  for (const [name, memberType, from] of types.membersOf(type)) {
    if (name === "") {
      Object.assign(result, internalStruct(memberType, (value[from ?? ""] ?? {}) as Fields));
      continue;
    }
    const member = value[from ?? `${name.charAt(0).toLowerCase()}${name.slice(1)}`];
    const isOmittable = memberType.endsWith("?");
    if (isOmittable && isEmpty(member)) continue;
    result[name] = internalValue(isOmittable ? memberType.slice(0, -1) : memberType, member);
  }
  return result;
}

/** Internally, what a pod shares with its host is part of the security context. */
function withHostFields(spec: Fields): Fields {
  const { hostNetwork, hostPID, hostIPC, shareProcessNamespace, hostUsers } = spec;
  const shared = { hostNetwork, hostPID, hostIPC, shareProcessNamespace, hostUsers };
  const isShared = Object.values(shared).some((value) => value !== undefined);
  if (spec.securityContext === undefined && !isShared) return spec;
  return { ...spec, securityContext: { ...(spec.securityContext as Fields | undefined), ...shared } };
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === "" || value === 0 || value === false) return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}
