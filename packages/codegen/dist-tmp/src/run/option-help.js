import { typeText } from "../marker/marker-help.js";
import { optionDefinitions } from "./generator-table.js";
/** Generators and output rules with their arguments, for a terminal. */
export function formatOptionHelp() {
    const generators = optionDefinitions.filter(({ name }) => !/^(output|paths)/.test(name));
    const others = optionDefinitions.filter(({ name }) => /^(paths|output:[a-z]+)$/.test(name));
    return [
        "Generators:",
        ...generators.flatMap(describe),
        "",
        "Inputs and outputs (output:crd:dir=… is for one generator):",
        ...others.flatMap(describe),
        "",
    ].join("\n");
}
function describe({ name, args, summary }) {
    const value = args[""] === undefined ? "" : `=<${typeText(args[""].type)}>`;
    return [
        `  ${`${name}${value}`.padEnd(20)} ${summary}`,
        ...Object.entries(args)
            .filter(([argument]) => argument !== "")
            .map(([argument, { type, isOptional, help }]) => {
            const form = `${name}:${argument}=<${typeText(type)}>`;
            return `    ${form}${form.length < 42 ? " ".repeat(42 - form.length) : " "} ${help}${isOptional ? "" : " (required)"}`;
        }),
    ];
}
