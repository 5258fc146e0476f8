/** Tells shapes apart, so that a generic type has one instance for the same arguments. */
export class ShapeKeys {
    #identities = new Map();
    /** The same for shapes that are the same. */
    of(shape) {
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
                return `${shape.name} ${JSON.stringify(shape.part)}`;
            case "object":
                return this.#identityOf(shape);
            case "unsupported":
                return `unsupported ${shape.text}`;
            default:
                return shape.form;
        }
    }
    #identityOf(value) {
        const identity = this.#identities.get(value) ?? this.#identities.size;
        this.#identities.set(value, identity);
        return `#${identity}`;
    }
}
