/**
 * The documentation and the markers of comments that stand together.
 *
 * With a JSDoc comment among them, the last such is the documentation; otherwise `//` lines are, without those that instruct other tools.
 * Markers are lines that begin with `+` and a letter, in JSDoc also after a tag.
 */
export function readCommentText(text, comments) {
    const markers = [];
    const docs = [];
    const lines = [];
    for (const comment of comments) {
        if (comment.style === "line") {
            readLine(text, comment, lines, markers);
        }
        else if (comment.style === "doc") {
            docs.length = 0;
            lines.length = 0;
            readDoc(text, comment, docs, markers);
        }
    }
    const hasDoc = comments.some(({ style }) => style === "doc");
    return { doc: tidy(hasDoc ? docs : lines), markers };
}
function readLine(text, { start, end }, doc, markers) {
    const from = start + 2;
    const content = text.slice(from, end);
    if (readMarker(content, from, markers))
        return;
    if (!INSTRUCTION.test(content))
        doc.push(content.startsWith(" ") ? content.slice(1) : content);
}
function readDoc(text, { start, end }, doc, markers) {
    let isInTag = false;
    const last = text.endsWith("*/", end) ? end - 2 : end;
    for (let from = start + 3; from <= last;) {
        const lineEnd = text.indexOf("\n", from);
        const to = lineEnd < 0 || lineEnd > last ? last : lineEnd;
        // The first line has no star of its own.
        const skipped = from === start + 3 ? 0 : /^[ \t]*\*?/.exec(text.slice(from, to))[0].length;
        const content = text.slice(from + skipped, to);
        from += skipped;
        if (!readMarker(content, from, markers)) {
            isInTag ||= /^\s*@[A-Za-z]/.test(content);
            if (!isInTag)
                doc.push(withoutLinks(content.startsWith(" ") ? content.slice(1) : content));
        }
        from = to + 1;
    }
}
/** Whether the line is not documentation: a marker, or what the reference takes for one and drops. */
function readMarker(content, offset, markers) {
    const match = /^(\s*)\+(.*)$/s.exec(content);
    if (match === null)
        return false;
    const text = match[2].trimEnd();
    // A space after the sign is a slip that the reader of markers explains.
    if (/^[A-Za-z]|^\s+(kubebuilder|k8s):/.test(text))
        markers.push({ text, offset: offset + match[1].length });
    return true;
}
/** Lines for compilers, linters and formatters. */
const INSTRUCTION = /^\/|^\s*(@ts-|eslint|biome-|prettier-|tslint:|oxlint|deno-|#region|#endregion|istanbul |[cv]8 |cspell:|spell-)/;
/** `{@link Name}` and `{@link Name | text}` as their text. */
function withoutLinks(line) {
    return line.replace(/\{@(?:link|linkcode|linkplain)\s+([^}\s|]+)\s*\|?\s*([^}]*)\}/g, (_, name, text) => text === "" ? name : text.trim());
}
/** Without spaces at the ends of lines, empty lines at both ends, and more than one in a row. */
function tidy(lines) {
    const kept = [];
    for (const line of lines) {
        const trimmed = line.trimEnd();
        if (trimmed !== "" || (kept.length > 0 && kept.at(-1) !== ""))
            kept.push(trimmed);
    }
    if (kept.at(-1) === "")
        kept.pop();
    return kept;
}
