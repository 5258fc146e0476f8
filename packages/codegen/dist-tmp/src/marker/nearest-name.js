/**
 * The name most like a misspelt one, where one is like it at all; the first in case of a tie.
 *
 * Parts between colons that both begin with do not count: a third of the letters of the rest may be wrong.
 */
export function nearestName(wrong, names) {
    let nearest;
    let least = Number.POSITIVE_INFINITY;
    for (const name of names) {
        const [left, right] = withoutSharedParts(wrong.toLowerCase(), name.toLowerCase());
        const bound = Math.min(least, Math.max(2, Math.floor(left.length / 3)) + 1);
        const distance = misspellings(left, right, bound);
        if (distance < bound) {
            least = distance;
            nearest = name;
        }
    }
    return nearest;
}
function withoutSharedParts(left, right) {
    const lefts = left.split(":");
    const rights = right.split(":");
    while (lefts.length > 1 && rights.length > 1 && lefts[0] === rights[0]) {
        lefts.shift();
        rights.shift();
    }
    return [lefts.join(":"), rights.join(":")];
}
/** How many letters are missing, added, wrong or swapped; `bound` where it is no less than that. */
export function misspellings(left, right, bound) {
    if (Math.abs(left.length - right.length) >= bound)
        return bound;
    let beforePrevious = [];
    let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
    for (let i = 1; i <= left.length; i++) {
        const row = [i];
        for (let j = 1; j <= right.length; j++) {
            const isSame = left[i - 1] === right[j - 1];
            const isSwap = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
            row.push(Math.min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (isSame ? 0 : 1), isSwap ? beforePrevious[j - 2] + 1 : Number.POSITIVE_INFINITY));
        }
        beforePrevious = previous;
        previous = row;
    }
    return Math.min(previous[right.length], bound);
}
