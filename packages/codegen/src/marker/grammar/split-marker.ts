/** A marker's text in the ways that it may be read. */
export interface SplitMarker {
  /** All before the first `=`: the name, where the marker has one argument without a name or none. */
  readonly wholeName: string;
  /** Without its last part: the name, where that part is the name of the first argument. */
  readonly shortName: string;
  /** Behind the first `=`. */
  readonly rest: string;
  /** Of `rest`, in the marker's text. */
  readonly restOffset: number;
  readonly hasValue: boolean;
}

/** Splits `kubebuilder:resource:path=a,scope=Cluster` at its first `=`, and its name at the last colon. */
export function splitMarker(text: string): SplitMarker {
  const equals = text.indexOf("=");
  if (equals < 0) return { wholeName: text, shortName: text, rest: "", restOffset: text.length, hasValue: false };
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
