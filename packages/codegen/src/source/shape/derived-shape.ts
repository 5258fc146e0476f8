import type { SourcePosition } from "../../problem.ts";
import type { SourceComments, SourceField, TypeShape } from "../source-module.ts";
import { literalsOf } from "./builtin-type.ts";
import { describeShape } from "./describe-shape.ts";
import { lazy } from "./lazy.ts";
import { dereference, memberOf, membersOf, withoutRepeated, withPresence } from "./object-shape.ts";
import { unionShape } from "./union-shape.ts";

const ANY: TypeShape = { form: "any" };
const NO_COMMENTS: SourceComments = { doc: [], markers: [] };

/** All of several shapes at once: `A & B`. A text or number with a brand is the text or number. */
export function intersectionShape(shapes: readonly TypeShape[]): TypeShape {
  const targets = shapes.map(dereference);
  if (targets.some(({ form }) => form === "any")) return ANY;
  const broken = targets.find(({ form }) => form === "unsupported");
  if (broken !== undefined) return broken;
  const value = shapes.find((_, index) => !["object", "known", "map"].includes(targets[index]!.form));
  if (value !== undefined) return value;
  if (targets.some(({ form }) => form === "map")) {
    const why = "its members are either named or of any name, not both";
    return { form: "unsupported", text: shapes.map(describeShape).join(" & "), why };
  }
  const inline = shapes.filter((shape) => shape.form === "object" && shape.bases.length === 0);
  const fields = inline.flatMap((shape) => (shape.form === "object" ? shape.fields : []));
  return { form: "object", fields: withoutRepeated(fields), bases: shapes.filter((shape) => !inline.includes(shape)) };
}

/** The names of members: `keyof T`. */
export function keysShape(shape: TypeShape): TypeShape {
  const target = dereference(shape);
  if (target.form === "any") return ANY;
  if (target.form === "map") return target.key;
  const members = membersOf(target);
  if (members === undefined || members.known.length > 0) {
    return { form: "unsupported", text: `keyof ${describeShape(shape)}`, why: "write the names of the members out" };
  }
  return { form: "literals", values: members.fields.map(({ name }) => name) };
}

/** More texts than this are not written out in an enum. */
const maxTexts = 1000;

/** The texts that a template can be, whose parts are one of some literals each: `${Mode}-${"a" | "b"}`. */
export function templateShape(
  head: string,
  parts: readonly { readonly shape: TypeShape; readonly text: string }[],
  text: string,
): TypeShape {
  let texts = [head];
  for (const { shape, text: behind } of parts) {
    const values = dereference(shape).form === "boolean" ? [false, true] : literalsOf(shape);
    const isTooMuch = texts.length * (values?.length ?? 1) > maxTexts;
    if (values === undefined || isTooMuch) {
      const cause = isTooMuch ? `it can be more than ${maxTexts} texts; ` : "";
      const why = `${cause}write string, with +kubebuilder:validation:Pattern`;
      return { form: "unsupported", text, why };
    }
    texts = texts.flatMap((before) => values.map((value) => `${before}${value}${behind}`));
  }
  return { form: "literals", values: [...new Set(texts)] };
}

/** A member, or one of several: `T["size"]`, `T[number]`. */
export function indexedShape(object: TypeShape, index: TypeShape, text: string): TypeShape {
  const target = dereference(object);
  if (target.form === "any") return ANY;
  if (target.form === "array" && dereference(index).form === "number") return target.element;
  if (target.form === "map") return target.value;
  if (target.form === "known" && target.part === undefined) {
    const { form } = dereference(index);
    const [name, ...others] = form === "number" ? ["[]"] : form === "string" ? ["{}"] : (literalsOf(index) ?? []);
    if (name !== undefined && others.length === 0) {
      return { ...target, member: [...(target.member ?? []), String(name)] };
    }
  }
  const fields = literalsOf(index)?.map((name) => memberOf(target, String(name)));
  if (fields === undefined || fields.length === 0 || fields.includes(undefined)) {
    return { form: "unsupported", text, why: "there is no such member; write the type of the member out" };
  }
  return unionShape(fields.map((field) => field!.shape));
}

/** A member for each key: `{ [K in Keys]: … }`. */
export interface MappedType {
  readonly keys: TypeShape;
  /** What the keys are those of, for `keyof T`: comments are kept. */
  readonly source: TypeShape | undefined;
  readonly presence: "optional" | "required" | "as is";
  readonly position: SourcePosition;
  valueFor(key: TypeShape): TypeShape;
}

/** What `{ [K in keyof T]: … }` gives for a `T` without members: lists are mapped element by element, values stay what they are. */
export function unmappedShape(source: TypeShape, valueFor: (key: TypeShape) => TypeShape): TypeShape | undefined {
  const { form } = dereference(source);
  if (form === "array") return { form, element: valueFor({ form: "number" }) };
  return ["string", "boolean", "bytes", "number", "integer", "float", "literals"].includes(form) ? source : undefined;
}

export function mappedShape({ keys, source, presence, position, valueFor }: MappedType): TypeShape {
  const names = literalsOf(keys);
  if (names === undefined) return { form: "map", key: keys, value: valueFor(keys) };
  const originals = (source && membersOf(source)?.fields) ?? [];
  const fields = names.map((name): SourceField => {
    const original = originals.find((field) => field.name === name);
    const shape = lazy(
      () => valueFor({ form: "literals", values: [name] }),
      () => ANY,
    );
    const field: SourceField = {
      name: String(name),
      isOptional: original?.isOptional ?? false,
      comments: original?.comments ?? NO_COMMENTS,
      position: original?.position ?? position,
      get shape() {
        return shape();
      },
    };
    return presence === "as is" ? field : withPresence(field, presence === "optional");
  });
  return { form: "object", fields, bases: [] };
}
