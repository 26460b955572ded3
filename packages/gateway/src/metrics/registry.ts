/**
 * Metrics in the text format of Prometheus (https://prometheus.io/docs/instrumenting/exposition_formats/). A series
 * is found by one look-up in a map, because calls count themselves: the usual client library makes an object and a
 * hash of the labels for each observation.
 */
export class Registry {
  readonly #families: Family[] = [];

  counter<L extends string>(name: string, help: string, ...labels: Label<L>[]): Counter {
    return this.#add(new Counter({ name, help, type: 'counter', labels }));
  }

  /** @param bounds upper bounds of the buckets, ascending, without infinity */
  histogram<L extends string>(
    name: string,
    help: string,
    bounds: readonly number[],
    ...labels: Label<L>[]
  ): Histogram {
    return this.#add(new Histogram({ name, help, type: 'histogram', labels }, bounds));
  }

  /** Values that are read for each output. @param read returns label values and number of each series */
  gauge<L extends string>(
    name: string,
    help: string,
    read: () => Iterable<Reading> | number,
    ...labels: Label<L>[]
  ): void {
    this.#add(new ReadValues({ name, help, type: 'gauge', labels }, read));
  }

  /** As {@link gauge}, for totals that something else counts. */
  readCounter<L extends string>(
    name: string,
    help: string,
    read: () => Iterable<Reading> | number,
    ...labels: Label<L>[]
  ): void {
    this.#add(new ReadValues({ name, help, type: 'counter', labels }, read));
  }

  format(): string {
    return this.#families.map((family) => family.format()).join('');
  }

  #add<F extends Family>(family: F): F {
    this.#families.push(family);
    return family;
  }
}

/** A name, or a name with the number of values that it may have: more count as `other`. */
type Label<L extends string> = L | { readonly name: L; readonly most: number };
/** The value of each label, and the number. */
export type Reading = readonly [readonly string[], number];

interface Description {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly labels: readonly Label<string>[];
}

abstract class Family {
  readonly #about: Description;

  constructor(about: Description) {
    this.#about = about;
  }

  get name(): string {
    return this.#about.name;
  }

  /** The samples, a line each. */
  protected abstract lines(): string[];

  format(): string {
    const { name, help, type } = this.#about;
    return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...this.lines(), ''].join('\n');
  }

  protected labelNames(): string[] {
    return this.#about.labels.map((label) => (typeof label === 'string' ? label : label.name));
  }

  /** Returns the most different values of each label. */
  protected bounds(): number[] {
    return this.#about.labels.map((label) => (typeof label === 'string' ? MOST_VALUES : label.most));
  }

  protected sample(values: readonly string[], value: number, suffix = '', le?: string): string {
    const pairs = this.labelNames().map((label, index) => `${label}="${escaped(values[index] ?? '')}"`);
    if (le !== undefined) pairs.push(`le="${le}"`);
    return `${this.name}${suffix}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`;
  }
}

/** The values of the labels of a series, and what was counted. */
interface Entry<V> {
  readonly values: readonly string[];
  readonly entry: V;
}
type Level<V> = Map<string, Level<V> | V>;

/**
 * Finds what belongs to label values: a map for each label, so that no text is made for a look-up. Values beyond the
 * bound of their label share one entry, `other`.
 */
class Series<V> {
  readonly #seen: readonly Set<string>[];
  readonly #bounds: readonly number[];
  readonly #make: () => V;
  readonly #first: Level<V> = new Map();
  readonly #entries: Entry<V>[] = [];

  constructor(bounds: readonly number[], make: () => V) {
    this.#bounds = bounds;
    this.#seen = bounds.map(() => new Set());
    this.#make = make;
  }

  find(values: readonly string[]): V {
    let found: Level<V> | V | undefined = this.#first;
    for (let index = 0; index < values.length && found; index += 1)
      found = (found as Level<V>).get(values[index] as string);
    return values.length > 0 && found ? (found as V) : this.#add(values);
  }

  all(): readonly Entry<V>[] {
    return this.#entries;
  }

  #add(values: readonly string[]): V {
    const kept = values.map((value, index) => this.#keep(value, index));
    if (kept.some((value, index) => value !== values[index])) return this.find(kept);
    const known = values.length === 0 ? this.#entries[0] : undefined;
    if (known) return known.entry;
    const entry = this.#make();
    this.#entries.push({ values: kept, entry });
    let level = this.#first;
    for (const value of kept.slice(0, -1)) {
      const next = (level.get(value) as Level<V> | undefined) ?? new Map();
      level.set(value, next);
      level = next;
    }
    level.set(kept.at(-1) ?? '', entry);
    return entry;
  }

  #keep(value: string, index: number): string {
    const seen = this.#seen[index] as Set<string>;
    if (value === OTHER || seen.has(value)) return value;
    if (seen.size >= (this.#bounds[index] as number)) return OTHER;
    seen.add(value);
    return value;
  }
}

export class Counter extends Family {
  readonly #series = new Series(this.bounds(), () => ({ count: 0 }));

  /** Adds to the series of these label values, in the order of the labels. */
  add(values: readonly string[], amount = 1): void {
    this.#series.find(values).count += amount;
  }

  protected lines(): string[] {
    return [...this.#series.all()].map(({ values, entry }) => this.sample(values, entry.count));
  }
}

export class Histogram extends Family {
  readonly #upper: readonly number[];
  readonly #series: Series<{ readonly buckets: number[]; sum: number; count: number }>;

  constructor(about: Description, upper: readonly number[]) {
    super(about);
    this.#upper = upper;
    this.#series = new Series(this.bounds(), () => ({
      buckets: Array.from(upper, () => 0),
      sum: 0,
      count: 0,
    }));
  }

  observe(values: readonly string[], value: number): void {
    const entry = this.#series.find(values);
    entry.sum += value;
    entry.count += 1;
    for (let index = this.#upper.length - 1; index >= 0; index -= 1) {
      if (value > (this.#upper[index] as number)) break;
      entry.buckets[index] = (entry.buckets[index] as number) + 1;
    }
  }

  protected lines(): string[] {
    return [...this.#series.all()].flatMap(({ values, entry }) => [
      ...this.#upper.map((bound, index) =>
        this.sample(values, entry.buckets[index] as number, '_bucket', String(bound)),
      ),
      this.sample(values, entry.count, '_bucket', '+Inf'),
      this.sample(values, entry.sum, '_sum'),
      this.sample(values, entry.count, '_count'),
    ]);
  }
}

class ReadValues extends Family {
  readonly #read: () => Iterable<Reading> | number;

  constructor(about: Description, read: () => Iterable<Reading> | number) {
    super(about);
    this.#read = read;
  }

  protected lines(): string[] {
    const read = this.#read();
    const readings: Iterable<Reading> = typeof read === 'number' ? [[[], read]] : read;
    return Array.from(readings, ([values, value]) => this.sample(values, value));
  }
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

const OTHER = 'other';
const MOST_VALUES = 50;
