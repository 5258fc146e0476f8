import type { Metric, Registry } from "prom-client";

export interface BucketHistogramOptions<L extends string> {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly L[];
  /** Upper bounds, ascending. */
  readonly buckets: readonly number[];
  readonly registry: Registry;
}

/** One combination of label values. */
export interface HistogramSeries {
  observe(value: number): void;
}

/**
 * A histogram in a prom-client Registry, which observes some ten times faster than prom-client's own and writes bounds
 * as Go does: Prometheus tells `le="1e-08"` and `le="1e-8"` apart.
 */
export class BucketHistogram<L extends string> {
  readonly name: string;
  readonly help: string;
  readonly type = "histogram";
  readonly aggregator = "sum";
  readonly labelNames: readonly L[];
  readonly #bounds: readonly number[];
  readonly #series = new Map<string, Series>();

  constructor(options: BucketHistogramOptions<L>) {
    this.name = options.name;
    this.help = options.help;
    this.labelNames = options.labelNames;
    this.#bounds = options.buckets;
    // The registry asks of a metric only what this class has; prom-client's types name its own classes.
    options.registry.registerMetric(this as unknown as Metric);
  }

  /** The series with these labels, which is shown from now on. */
  series(labels: Readonly<Record<L, string>>): HistogramSeries {
    const key = JSON.stringify(this.labelNames.map((name) => labels[name]));
    let series = this.#series.get(key);
    if (series === undefined) {
      series = new Series(labels, this.#bounds);
      this.#series.set(key, series);
    }
    return series;
  }

  /** For the registry: all values, in the form of prom-client. */
  async get(): Promise<object> {
    const values = [...this.#series.values()].flatMap((series) => series.values(this.name));
    return { name: this.name, help: this.help, type: this.type, aggregator: this.aggregator, values };
  }

  /** For the registry: begins anew. */
  reset(): void {
    for (const series of this.#series.values()) series.reset();
  }
}

class Series implements HistogramSeries {
  readonly #labels: Readonly<Record<string, string>>;
  readonly #bounds: readonly number[];
  /** How many values fell into each bucket, and not into the one before; the last is for those beyond all. */
  readonly #counts: number[];
  #sum = 0;

  constructor(labels: Readonly<Record<string, string>>, bounds: readonly number[]) {
    this.#labels = labels;
    this.#bounds = bounds;
    this.#counts = new Array<number>(bounds.length + 1).fill(0);
  }

  observe(value: number): void {
    if (Number.isNaN(value)) return;
    let bucket = 0;
    while (bucket < this.#bounds.length && value > this.#bounds[bucket]!) bucket++;
    this.#counts[bucket]!++;
    this.#sum += value;
  }

  reset(): void {
    this.#counts.fill(0);
    this.#sum = 0;
  }

  values(name: string): object[] {
    let count = 0;
    const buckets = this.#counts.map((own, index) => {
      count += own;
      const bound = this.#bounds[index];
      const le = bound === undefined ? "+Inf" : formatBound(bound);
      return { labels: { ...this.#labels, le }, value: count, metricName: `${name}_bucket` };
    });
    return [
      ...buckets,
      { labels: this.#labels, value: this.#sum, metricName: `${name}_sum` },
      { labels: this.#labels, value: count, metricName: `${name}_count` },
    ];
  }
}

/** As Go writes a float in as few digits as tell it apart. */
export function formatBound(bound: number): string {
  const size = Math.abs(bound);
  if (size === 0 || (size >= 1e-4 && size < 1e6)) return String(bound);
  return bound.toExponential().replace(/e([+-])(\d)$/, "e$10$2");
}
