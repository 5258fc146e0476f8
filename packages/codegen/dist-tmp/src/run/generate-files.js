import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { generateCrds } from "../crd/generate-crds.js";
import { CodegenError } from "../errors.js";
import { generateObject } from "../object/generate-object.js";
import { generateRoles } from "../rbac/generate-roles.js";
/** What a generator makes of a model. `header` is what `readHeader` gave for it. */
export function generateFiles({ name, options }, model, header, report) {
    const all = { ...options, header };
    switch (name) {
        case "crd":
            return generateCrds(model, all, report);
        case "rbac":
            return generateRoles(model, all, report);
        case "object":
            return generateObject(model, all, report);
        case "webhook":
            return [];
    }
}
/** The text that the files of a generator begin with, from its `headerFile` and `year`; undefined where it has none. */
export async function readHeader({ name, options }, folder) {
    const { headerFile, year = "" } = options;
    if (headerFile === undefined || headerFile === "" || name === "webhook")
        return undefined;
    try {
        return (await readFile(resolve(folder, headerFile), "utf8")).replaceAll(" YEAR", ` ${year}`);
    }
    catch (error) {
        throw new CodegenError("INVALID_OPTION", `${name}:headerFile=${headerFile}: ${error.message}`, {
            cause: error,
        });
    }
}
