const letter = /^\p{L}$/u;
const digit = /^\p{Nd}$/u;
/** Orders keys as people do: `item2` before `item10`, and what is no letter before letters. */
export function compareKeys(a, b) {
    if (a === b)
        return 0;
    const left = [...a];
    const right = [...b];
    const common = Math.min(left.length, right.length);
    for (let i = 0; i < common; i++) {
        if (left[i] !== right[i])
            return compareFrom(left, right, i);
    }
    return left.length - right.length;
}
/** Orders by what comes from the first character that is not the same. */
function compareFrom(left, right, at) {
    const l = left[at];
    const r = right[at];
    const isLetter = letter.test(l);
    if (isLetter !== letter.test(r))
        return isLetter ? 1 : -1;
    if (isLetter)
        return codePoint(l) - codePoint(r);
    // A zero that follows a number's first digit counts as one of its digits; one that leads does not.
    const before = (l === "0" || r === "0") && followsNonZeroDigit(left, at) ? 1n : 0n;
    const leftNumber = numberFrom(left, at, before);
    const rightNumber = numberFrom(right, at, before);
    if (leftNumber.value !== rightNumber.value)
        return leftNumber.value < rightNumber.value ? -1 : 1;
    return leftNumber.end - rightNumber.end || codePoint(l) - codePoint(r);
}
function followsNonZeroDigit(text, at) {
    for (let i = at - 1; i >= 0 && digit.test(text[i]); i--) {
        if (text[i] !== "0")
            return true;
    }
    return false;
}
function numberFrom(text, from, before) {
    let value = before;
    let end = from;
    for (; end < text.length && digit.test(text[end]); end++) {
        value = BigInt.asIntN(64, value * 10n + BigInt(codePoint(text[end]) - 48));
    }
    return { value, end };
}
function codePoint(character) {
    return character.codePointAt(0);
}
