import { Flattener } from "./flattener.js";
import { AllOfMerger } from "./merge-all-of.js";
/** What `Pick`, `Omit`, `Partial` or `Required` leave of a known type: an object with some of its fields. */
export function knownPart(name, part, source) {
    const flattened = new Flattener(source, () => { }).flatten(name);
    const { properties = {}, required = [] } = new AllOfMerger(() => { }).merge(flattened);
    const names = Object.keys(properties).filter((property) => (part.keep?.includes(property) ?? true) && !part.drop?.includes(property));
    const schema = {
        type: "object",
        properties: Object.fromEntries(names.map((property) => [property, properties[property]])),
    };
    const needed = part.presence === "optional"
        ? []
        : names.filter((property) => part.presence === "required" || required.includes(property));
    if (needed.length > 0)
        schema.required = needed.sort();
    return schema;
}
