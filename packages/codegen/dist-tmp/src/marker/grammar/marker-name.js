/** Splits `kubebuilder:resource:path=a,scope=Cluster` at its first `=`, and its name at the last colon. */
export function splitMarker(text) {
    const equals = text.indexOf("=");
    if (equals < 0)
        return { wholeName: text, shortName: text, rest: "", restOffset: text.length, hasValue: false };
    const wholeName = text.slice(0, equals);
    const colon = wholeName.lastIndexOf(":");
    return {
        wholeName,
        shortName: colon < 0 ? wholeName : wholeName.slice(0, colon),
        rest: text.slice(equals + 1),
        restOffset: equals + 1,
        hasValue: true,
    };
}
