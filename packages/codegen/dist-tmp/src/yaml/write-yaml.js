import { byteLength, formatFloat } from "@kubewright/api/server";
import { compareKeys } from "./key-order.js";
import { isSimpleKey, styleOf } from "./scalar-style.js";
import { TextLines } from "./text-lines.js";
/** A value as a YAML document, byte for byte as controller-gen writes it; without the line `---` before it. */
export function writeYaml(value) {
    const lines = new TextLines();
    writeNode(lines, value, { indent: -2, isOwnLine: true, isMember: false });
    lines.startLine(0);
    return lines.text();
}
function writeNode(lines, value, place) {
    if (typeof value === "string") {
        lines.separate();
        lines.writeScalar(value, styleOf(value, false), place.indent < 0 ? 2 : place.indent + 2, true);
    }
    else if (typeof value !== "object" || value === null) {
        lines.separate();
        lines.write(plainText(value));
    }
    else if (Array.isArray(value)) {
        writeList(lines, value, place);
    }
    else {
        writeMembers(lines, value, place);
    }
}
function plainText(value) {
    if (typeof value === "boolean" || value === null)
        return String(value);
    const isInteger = typeof value === "bigint" || Number.isInteger(value);
    if (isInteger && value >= -(2n ** 63n) && value < 2n ** 64n)
        return BigInt(value).toString();
    return formatFloat(Number(value));
}
function writeList(lines, items, place) {
    if (items.length === 0) {
        lines.separate();
        lines.write("[]");
        return;
    }
    const indent = place.isMember && !place.isOwnLine ? place.indent : place.indent + 2;
    let isFirst = place.isOwnLine;
    for (const item of items) {
        if (isFirst)
            lines.separate();
        else
            lines.startLine(indent);
        isFirst = false;
        lines.write("-");
        writeNode(lines, item, { indent, isOwnLine: true, isMember: false });
    }
}
function writeMembers(lines, members, place) {
    const keys = Object.keys(members)
        .filter((key) => members[key] !== undefined)
        .sort(compareKeys);
    if (keys.length === 0) {
        lines.separate();
        lines.write("{}");
        return;
    }
    const indent = place.indent + 2;
    let isFirst = place.isOwnLine;
    for (const key of keys) {
        if (isFirst)
            lines.separate();
        else
            lines.startLine(indent);
        isFirst = false;
        const value = members[key];
        if (isSimpleKey(key, byteLength)) {
            lines.writeScalar(key, styleOf(key, true), indent + 2, false);
            lines.write(":");
            writeNode(lines, value, { indent, isOwnLine: false, isMember: true });
        }
        else {
            lines.write("? ");
            lines.writeScalar(key, styleOf(key, false), indent + 2, true);
            lines.startLine(indent);
            lines.write(":");
            writeNode(lines, value, { indent, isOwnLine: true, isMember: true });
        }
    }
}
