/** How much of a difference is shown. */
const mostLines = 20;
/** The lines in which two texts differ, as a diff shows them; of a long one, its beginning. */
export function changedLines(before, after) {
    const old = before.split("\n");
    const next = after.split("\n");
    let start = 0;
    while (start < old.length && start < next.length && old[start] === next[start])
        start++;
    let end = 0;
    while (end < old.length - start && end < next.length - start && old.at(-1 - end) === next.at(-1 - end))
        end++;
    const removed = old.slice(start, old.length - end).map((line) => `-${line}`);
    const added = next.slice(start, next.length - end).map((line) => `+${line}`);
    const lines = interleave(removed, added);
    return [
        `@@ line ${start + 1} @@`,
        ...lines.slice(0, mostLines),
        ...(lines.length > mostLines ? [`… ${lines.length - mostLines} more`] : []),
    ];
}
/** Removed lines, then added ones, with a fair share of what is shown for each. */
function interleave(removed, added) {
    if (removed.length + added.length <= mostLines)
        return [...removed, ...added];
    const half = mostLines / 2;
    const shown = Math.min(removed.length, Math.max(half, mostLines - added.length));
    return [...removed.slice(0, shown), ...added, ...removed.slice(shown)];
}
