const identifierPattern = /[\p{L}_][\p{L}\p{Nd}_]*/uy;
const numberPattern = /0[xX][0-9a-fA-F_]*(?:\.[0-9a-fA-F_]*)?(?:[pP][+-]?[0-9_]*)?|(?:0[bBoO])?(?:[0-9][0-9_]*|_[0-9_]*)?(?:\.[0-9_]*)?(?:[eEpP][+-]?[0-9_]*)?/y;
const quotedPattern = /"(?:[^"\\\n]|\\[^\n])*("?)/y;
const rawPattern = /`[^`]*(`?)/y;
const goodInteger = /^(?:0|[1-9](?:_?[0-9])*|0(?:_?[0-7])+|0[xX](?:_?[0-9a-fA-F])+|0[bB](?:_?[01])+|0[oO](?:_?[0-7])+)$/;
const digits = "[0-9](?:_?[0-9])*";
const goodFloat = new RegExp(`^(?:${digits}(?:\\.(?:${digits})?)?|\\.${digits})(?:[eE][+-]?${digits})?$`);
const goodHexFloat = new RegExp(`^0[xX](?:(?:_?[0-9a-fA-F])+(?:\\.(?:[0-9a-fA-F](?:_?[0-9a-fA-F])*)?)?|\\.[0-9a-fA-F](?:_?[0-9a-fA-F])*)[pP][+-]?${digits}$`);
/**
 * Reads a marker's arguments in tokens of Go's syntax, of which markers are made.
 *
 * White space between tokens is skipped. Where numbers are not wanted, as within bare strings, a digit is a sign of its own.
 */
export class MarkerScanner {
    text;
    /** Behind what was read last. */
    offset;
    constructor(text, offset = 0) {
        this.text = text;
        this.offset = offset;
    }
    /** One that reads on from here, without moving this one. */
    fork() {
        return new MarkerScanner(this.text, this.offset);
    }
    /** The next character, which may be white space; empty at the end. */
    peek() {
        return this.text.charAt(this.offset);
    }
    /** The next character that is not white space, which is skipped. */
    peekPastSpace() {
        while (isSpace(this.peek()))
            this.offset++;
        return this.peek();
    }
    scan(numbers = "numbers") {
        const first = this.peekPastSpace();
        if (first === "")
            return { kind: "end", text: "", start: this.offset };
        const word = this.#match(identifierPattern);
        if (word !== null)
            return this.#take("identifier", word[0]);
        if (first === '"')
            return this.#takeQuoted("quoted", this.#match(quotedPattern));
        if (first === "`")
            return this.#takeQuoted("raw", this.#match(rawPattern));
        if (numbers === "numbers" && /^(?:[0-9]|\.[0-9])/.test(this.text.slice(this.offset, this.offset + 2))) {
            return this.#takeNumber(this.#match(numberPattern)[0]);
        }
        return this.#take("sign", String.fromCodePoint(this.text.codePointAt(this.offset)));
    }
    #match(pattern) {
        pattern.lastIndex = this.offset;
        return pattern.exec(this.text);
    }
    #take(kind, text, error) {
        const start = this.offset;
        this.offset += text.length;
        return error === undefined ? { kind, text, start } : { kind, text, start, error };
    }
    #takeQuoted(kind, [text, end]) {
        return this.#take(kind, text, end === "" ? `the closing ${text.charAt(0)} is missing` : undefined);
    }
    #takeNumber(text) {
        const isHex = /^0x/i.test(text);
        const isFloat = isHex ? /[.p]/i.test(text) : /[.ep]/i.test(text);
        const isGood = isFloat ? (isHex ? goodHexFloat : goodFloat).test(text) : goodInteger.test(text);
        return this.#take(isFloat ? "float" : "integer", text, isGood ? undefined : `${text} is not a number`);
    }
}
function isSpace(character) {
    return character === " " || character === "\t" || character === "\n" || character === "\r";
}
