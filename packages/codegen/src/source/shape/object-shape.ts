import type { KnownPart, SourceField, TypeShape } from "../source-module.ts";
import { describeShape } from "./describe-shape.ts";

type KnownShape = Extract<TypeShape, { form: "known" }>;

/** The shape behind references. A type that is defined as itself is `any`: the compiler refuses it, too. */
export function dereference(shape: TypeShape): TypeShape {
  let each = shape;
  for (let steps = 0; each.form === "reference"; steps++) {
    if (steps > 100) return { form: "any" };
    each = each.type().shape;
  }
  return each;
}

/** The members of an object type and of all that it extends, and the known types among those; undefined for what has no members. */
export function membersOf(shape: TypeShape): { fields: SourceField[]; known: KnownShape[] } | undefined {
  return collect(shape, new Set());
}

function collect(shape: TypeShape, open: Set<TypeShape>): { fields: SourceField[]; known: KnownShape[] } | undefined {
  const target = dereference(shape);
  if (target.form === "known") return { fields: [], known: [target] };
  if (target.form !== "object" || open.has(target)) return undefined;
  open.add(target);
  const fields = new Map<string, SourceField>();
  const known: KnownShape[] = [];
  for (const base of target.bases) {
    const inherited = collect(base, open);
    for (const field of inherited?.fields ?? []) fields.set(field.name, field);
    known.push(...(inherited?.known ?? []));
  }
  for (const field of target.fields) fields.set(field.name, field);
  open.delete(target);
  return { fields: [...fields.values()], known };
}

/** The member of that name. */
export function memberOf(shape: TypeShape, name: string): SourceField | undefined {
  return membersOf(shape)?.fields.find((field) => field.name === name);
}

/** An object type with only some of its members, or with all of them optional or required: `Pick`, `Omit`, `Partial`, `Required`. */
export function partOf(shape: TypeShape, part: KnownPart, operation: string): TypeShape {
  const members = membersOf(shape);
  if (members === undefined) {
    if (dereference(shape).form === "any") return { form: "any" };
    return {
      form: "unsupported",
      text: `${operation}<${describeShape(shape)}>`,
      why: `${operation} is for object types; write the type itself`,
    };
  }
  const { keep, drop, presence } = part;
  const fields = members.fields
    .filter(({ name }) => (keep === undefined || keep.includes(name)) && drop?.includes(name) !== true)
    .map((field) => (presence === undefined ? field : withPresence(field, presence === "optional")));
  const known = members.known.map((each): TypeShape => ({ ...each, part: joinParts(each.part, part) }));
  const [only] = known;
  if (only !== undefined && known.length === 1 && fields.length === 0) return only;
  return { form: "object", fields, bases: known };
}

/** The same member, optional or not. Its shape is not looked at: it may be what is being read. */
export function withPresence(field: SourceField, isOptional: boolean): SourceField {
  const { name, comments, position } = field;
  return {
    name,
    isOptional,
    comments,
    position,
    get shape() {
      return field.shape;
    },
  };
}

/** Each name once; the last one counts. */
export function withoutRepeated(fields: readonly SourceField[]): SourceField[] {
  return [...new Map(fields.map((field) => [field.name, field])).values()];
}

function joinParts(first: KnownPart | undefined, second: KnownPart): KnownPart {
  if (first === undefined) return second;
  const keep =
    first.keep === undefined || second.keep === undefined
      ? (first.keep ?? second.keep)
      : first.keep.filter((name) => second.keep!.includes(name));
  const drop = [...(first.drop ?? []), ...(second.drop ?? [])];
  return {
    ...(keep !== undefined && { keep }),
    ...(drop.length > 0 && { drop }),
    presence: second.presence ?? first.presence,
  };
}
