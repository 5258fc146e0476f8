/** Members written out in a type, also in object types inside it. */
export function fieldsIn(shape) {
    switch (shape.form) {
        case "object":
            return [...shape.bases.flatMap(fieldsIn), ...shape.fields.flatMap((field) => [field, ...fieldsIn(field.shape)])];
        case "array":
            return fieldsIn(shape.element);
        case "map":
            return fieldsIn(shape.value);
        case "nullable":
            return fieldsIn(shape.of);
        default:
            return [];
    }
}
