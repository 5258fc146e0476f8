/** The comments of a file in groups, in order. A comment at the end of a line of code does not go on in the next line. */
export function groupComments(text, comments, lines) {
    const groups = [];
    for (const comment of comments) {
        const startLine = lines.lineOf(comment.start);
        const endLine = lines.lineOf(comment.end);
        const last = groups.at(-1);
        const gap = last && text.slice(last.end, comment.start);
        if (last !== undefined && gap.trim() === "" && startLine - last.endLine <= (last.isTrailing ? 0 : 1)) {
            groups[groups.length - 1] = { ...last, comments: [...last.comments, comment], end: comment.end, endLine };
        }
        else {
            const { start, end } = comment;
            groups.push({ comments: [comment], start, end, startLine, endLine, isTrailing: isTrailing(text, start) });
        }
    }
    return groups;
}
function isTrailing(text, start) {
    return text.slice(text.lastIndexOf("\n", start) + 1, start).trim() !== "";
}
