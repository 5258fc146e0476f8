/** One line of what `/metrics` answers. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Reads the samples of Prometheus' text format. Throws for a line that is none. */
export function parseSamples(text: string): Sample[] {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return lines.map((line) => {
    const match = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/.exec(line);
    if (match === null) throw new Error(`not a sample: ${line}`);
    const pairs = [...(match[2] ?? "").matchAll(/([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"(?:,|$)/g)];
    return {
      name: match[1]!,
      labels: Object.fromEntries(pairs.map(([, name, value]) => [name, JSON.parse(`"${value}"`)])),
      value: match[3] === "+Inf" ? Number.POSITIVE_INFINITY : Number(match[3]),
    };
  });
}

/** The type of each metric. */
export function parseTypes(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name, type]));
}
