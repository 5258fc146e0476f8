import type { SourceType, TypeShape } from "../source-module.ts";

/** Tells shapes apart, so that a generic type has one instance for the same arguments. */
export class ShapeKeys {
  readonly #identities = new Map<SourceType | TypeShape, number>();

  /** The same for shapes that are the same. */
  of(shape: TypeShape): string {
    switch (shape.form) {
      case "integer":
        return `integer ${shape.format}`;
      case "literals":
        return JSON.stringify(shape.values);
      case "array":
        return `(${this.of(shape.element)})[]`;
      case "map":
        return `{${this.of(shape.key)}: ${this.of(shape.value)}}`;
      case "nullable":
        return `(${this.of(shape.of)})?`;
      case "reference":
        return this.#identityOf(shape.type());
      case "known":
        return JSON.stringify([shape.name, shape.member, shape.part]);
      case "object":
        return this.#identityOf(shape);
      case "unsupported":
        return `unsupported ${shape.text}`;
      default:
        return shape.form;
    }
  }

  #identityOf(value: SourceType | TypeShape): string {
    const identity = this.#identities.get(value) ?? this.#identities.size;
    this.#identities.set(value, identity);
    return `#${identity}`;
  }
}
