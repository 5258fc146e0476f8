/** Lines longer than this are broken at the next space that may become a line break. */
const bestWidth = 80;
const breaks = /[\n\r\x85\u2028\u2029]/;
const escapes = {
    "\0": "\\0",
    "\x07": "\\a",
    "\b": "\\b",
    "\t": "\\t",
    "\n": "\\n",
    "\v": "\\v",
    "\f": "\\f",
    "\r": "\\r",
    "\x1b": "\\e",
    '"': '\\"',
    "\\": "\\\\",
    "\x85": "\\N",
    "\u2028": "\\L",
    "\u2029": "\\P",
};
const escaped = /["\\\u2028\u2029]|[^\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/u;
/** Text that grows line by line and knows its column, counted in characters. */
export class TextLines {
    #parts = [];
    #column = 0;
    /** Whether anything but spaces and line breaks ends the text. */
    #needsSpace = false;
    text() {
        return this.#parts.join("");
    }
    write(text) {
        this.#parts.push(text);
        this.#column += text.length;
        this.#needsSpace = !text.endsWith(" ");
    }
    /** A space, unless there is one or a line begins. */
    separate() {
        if (this.#needsSpace && this.#column > 0)
            this.write(" ");
    }
    /** Goes to a new line with an indentation; not if the text is at the start of a line. */
    startLine(indent) {
        if (this.#column > 0)
            this.#break("\n");
        if (indent > 0)
            this.write(" ".repeat(indent));
    }
    /** A string whose further lines are indented; `mayBreak` where long lines are broken. */
    writeScalar(text, style, indent, mayBreak) {
        if (style === "literal")
            this.#writeLiteral(text, indent);
        else if (style === "double")
            this.#writeDouble(text, indent, mayBreak);
        else if (style === "single") {
            this.write("'");
            this.#writeFolded(text, indent, mayBreak, true);
            this.write("'");
        }
        else
            this.#writeFolded(text, indent, mayBreak, false);
    }
    #break(by) {
        this.#parts.push(by);
        this.#column = 0;
        this.#needsSpace = false;
    }
    #writeFolded(text, indent, mayBreak, isQuoted) {
        if (breaks.test(text)) {
            this.#writeUnicodeBreaks(text, indent, isQuoted);
            return;
        }
        const content = isQuoted ? text.replaceAll("'", "''") : text;
        if (!mayBreak || this.#column + content.length <= bestWidth) {
            this.write(content);
            return;
        }
        content.split(" ").forEach((word, i, words) => {
            if (i > 0) {
                // Only a single space between two words may become a line break.
                const isAlone = words[i - 1] !== "" && word !== "";
                if (isAlone && this.#column > bestWidth)
                    this.startLine(indent);
                else
                    this.write(" ");
            }
            this.write(word);
        });
    }
    /** Line breaks that are not `\n` stand as they are, and what follows them is indented. */
    #writeUnicodeBreaks(text, indent, isQuoted) {
        let isAfterBreak = false;
        for (const character of text) {
            if (breaks.test(character)) {
                this.#break(character);
                isAfterBreak = true;
                continue;
            }
            if (isAfterBreak && character !== " ") {
                this.write(" ".repeat(indent));
                isAfterBreak = false;
            }
            this.write(isQuoted && character === "'" ? "''" : character);
        }
    }
    #writeDouble(text, indent, mayBreak) {
        const characters = [...text.replace(/[\ud800-\udfff]/gu, "\ufffd")];
        this.write('"');
        let isAfterSpace = false;
        characters.forEach((character, i) => {
            if (character !== " ") {
                this.write(escaped.test(character) ? escapeOf(character) : character);
                isAfterSpace = false;
                return;
            }
            if (mayBreak && !isAfterSpace && this.#column > bestWidth && i > 0 && i < characters.length - 1) {
                this.startLine(indent);
                if (characters[i + 1] === " ")
                    this.write("\\");
            }
            else {
                this.write(" ");
            }
            isAfterSpace = true;
        });
        this.write('"');
    }
    #writeLiteral(text, indent) {
        const hint = breaks.test(text[0]) || text.startsWith(" ") ? "2" : "";
        const end = !breaks.test(text.at(-1))
            ? "-"
            : text.length === 1 || breaks.test(text.at(-2))
                ? "+"
                : "";
        this.write(`|${hint}${end}`);
        const prefix = " ".repeat(indent);
        const lines = text.split(/(?<=[\n\r\x85\u2028\u2029])/);
        this.#break("\n");
        for (const line of lines) {
            if (breaks.test(line[0])) {
                this.#break(line);
            }
            else if (breaks.test(line.at(-1))) {
                this.#break(prefix + line);
            }
            else {
                this.write(prefix + line);
            }
        }
    }
}
function escapeOf(character) {
    const short = escapes[character];
    if (short !== undefined)
        return short;
    const code = character.codePointAt(0);
    const digits = code.toString(16).toUpperCase();
    if (code <= 0xff)
        return `\\x${digits.padStart(2, "0")}`;
    return code <= 0xffff ? `\\u${digits.padStart(4, "0")}` : `\\U${digits.padStart(8, "0")}`;
}
