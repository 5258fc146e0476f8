const integerBound = 2n ** 63n;
/** The integer that Go's `Atoi` reads; undefined where it is none, or beyond 64 bits. */
export function parseGoInteger(text) {
    if (!/^[+-]?[0-9]+$/.test(text))
        return undefined;
    const value = BigInt(text.replace("+", ""));
    if (value >= integerBound || value < -integerBound)
        return undefined;
    const number = Number(value);
    return Number.isSafeInteger(number) ? number + 0 : value;
}
/** The number that Go's `ParseFloat` reads; undefined where it is none, is not finite, or is out of range. */
export function parseGoFloat(text) {
    if (!hasGoodSeparators(text))
        return undefined;
    const plain = text.replaceAll("_", "");
    const hex = /^([+-]?)0[xX]([0-9a-fA-F]*)\.?([0-9a-fA-F]*)[pP]([+-]?[0-9]+)$/.exec(plain);
    const value = hex === null ? decimal(plain) : hexadecimal(hex);
    return value === undefined || !Number.isFinite(value) ? undefined : value;
}
function decimal(text) {
    return /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/.test(text) ? Number(text) : undefined;
}
function hexadecimal([, sign, whole = "", fraction = "", exponent]) {
    if (whole === "" && fraction === "")
        return undefined;
    const mantissa = Number(`0x${whole}${fraction}`);
    const value = mantissa * 2 ** (Number(exponent) - 4 * fraction.length);
    return sign === "-" ? -value : value;
}
/** Whether each `_` stands between digits, or between the prefix `0x` and a digit. */
function hasGoodSeparators(text) {
    if (!text.includes("_"))
        return true;
    const isHex = /^[+-]?0x/i.test(text);
    const body = isHex ? text.replace(/^([+-]?0)x_?/i, "$1") : text;
    return !(isHex ? /(?:^|[^0-9a-fA-F])_|_(?:[^0-9a-fA-F]|$)/ : /(?:^|[^0-9])_|_(?:[^0-9]|$)/).test(body);
}
const simpleEscapes = {
    a: "\u0007",
    b: "\b",
    f: "\f",
    n: "\n",
    r: "\r",
    t: "\t",
    v: "\v",
    "\\": "\\",
    '"': '"',
};
const escapePattern = /((?:\\x[0-9a-fA-F]{2}|\\[0-7]{3})+)|\\u([0-9a-fA-F]{4})|\\U([0-9a-fA-F]{8})|\\([abfnrtv\\"])|(\\[\s\S]?)/g;
/** The text that a string literal of Go stands for, between `"` or backticks; undefined where an escape is not Go's. */
export function unquoteGoString(literal) {
    const body = literal.slice(1, -1);
    if (literal.startsWith("`"))
        return body.replaceAll("\r", "");
    let isGood = true;
    const text = body.replace(escapePattern, (_, bytes, short, long, simple) => {
        if (simple !== undefined)
            return simpleEscapes[simple];
        const rune = (short ?? long);
        const value = rune === undefined ? textOfBytes(bytes) : textOfRune(Number.parseInt(rune, 16));
        isGood &&= value !== undefined;
        return value ?? "";
    });
    return isGood ? text : undefined;
}
function textOfRune(rune) {
    return rune > 0x10ffff || (rune >= 0xd800 && rune <= 0xdfff) ? undefined : String.fromCodePoint(rune);
}
function textOfBytes(escapes) {
    if (escapes === undefined)
        return undefined;
    const bytes = escapes
        .slice(1)
        .split("\\")
        .map((code) => (code.startsWith("x") ? Number.parseInt(code.slice(1), 16) : Number.parseInt(code, 8)));
    return bytes.some((byte) => byte > 255) ? undefined : new TextDecoder().decode(Uint8Array.from(bytes));
}
