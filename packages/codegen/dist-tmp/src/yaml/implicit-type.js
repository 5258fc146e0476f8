const words = new Set([
    ["", "~", "null", "Null", "NULL"],
    ["y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"],
    ["n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"],
    [".nan", ".NaN", ".NAN", ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF", "-.inf", "-.Inf", "-.INF"],
].flat());
const fraction = /^\.\d+(?:_\d+)*(?:[eE][-+]?\d+(?:_\d+)*)?$/;
const float = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
const integer = /^([-+]?)(?:0[xX]([\da-fA-F]+)|0[bB]([01]+)|(0[oO]?[0-7]+)|(0|[1-9]\d*))$/;
/** A sign after the prefix is an oddity of the reference's reader. */
const signedBinary = /^0b[-+]([01]{1,63})$/;
const sexagesimal = /^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/;
const timestamp = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[Tt](\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,]\d+)?(?:Z|[-+](\d{2}):(\d{2}))|(?: +(\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,]\d+)?))?$/;
/** Whether a reader of YAML 1.1 takes the unquoted text for something that is no string: a number, a boolean, null or a date. */
export function readsAsOther(text) {
    if (words.has(text))
        return true;
    const first = text.charCodeAt(0);
    if (first === 0x2e)
        return fraction.test(text) && Number.isFinite(Number(text.replaceAll("_", "")));
    const isNumeric = (first >= 0x30 && first <= 0x39) || first === 0x2b || first === 0x2d;
    if (!isNumeric)
        return false;
    return isTimestamp(text) || isNumber(text.replaceAll("_", "")) || sexagesimal.test(text);
}
function isNumber(text) {
    const parts = integer.exec(text);
    if (parts !== null) {
        const [, sign, hexadecimal, binary, octal, decimal] = parts;
        const value = hexadecimal !== undefined
            ? BigInt(`0x${hexadecimal}`)
            : binary !== undefined
                ? BigInt(`0b${binary}`)
                : octal !== undefined
                    ? BigInt(`0o${octal.replace(/^0[oO]?/, "")}`)
                    : BigInt(decimal);
        if (value < (sign === "" ? 1n << 64n : sign === "-" ? (1n << 63n) + 1n : 1n << 63n))
            return true;
    }
    if (float.test(text))
        return Number.isFinite(Number(text));
    return signedBinary.test(text);
}
function isTimestamp(text) {
    const parts = timestamp.exec(text);
    if (parts === null)
        return false;
    const [year, month, day, ...clock] = parts.slice(1).map((part) => (part === undefined ? 0 : Number(part)));
    const [hour, minute, second, zoneHour, zoneMinute, hourB, minuteB, secondB] = clock;
    return (isDate(year, month, day) &&
        Math.max(hour, hourB) < 24 &&
        Math.max(minute, minuteB) < 60 &&
        Math.max(second, secondB) < 60 &&
        zoneHour <= 24 &&
        zoneMinute <= 60);
}
function isDate(year, month, day) {
    if (month < 1 || month > 12 || day < 1)
        return false;
    const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
    return day <= (month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31);
}
