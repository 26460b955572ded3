import type { Context } from '../../core/context.ts';
import type { DeclaredKind } from '../shared/repository/declarations.ts';

export type Spec = Readonly<Record<string, unknown>>;

/** Something that a file declares. */
export interface Item {
  readonly kind: DeclaredKind;
  readonly name: string;
  /** `tollgate.yaml:12` */
  readonly place: string;
  /** Its fields without those that have their defaults, and without secrets. */
  readonly spec: Spec;
  /** Where secret fields come from, and their texts. */
  readonly references: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
}

/** The same as the database has it. */
export interface Stored {
  readonly name: string;
  /** 0 for options and prices. */
  readonly rowId: number;
  readonly spec: Spec;
  /** Undefined: stored, but it cannot be read. */
  readonly secrets: Readonly<Record<string, string | undefined>>;
  /** What a new gateway has too. */
  readonly isDefault: boolean;
}

/** One section of the file: how its things are read and written. */
export interface Section {
  readonly kind: DeclaredKind;
  /** In the order in which they are exported. */
  list(ctx: Context): Promise<Stored[]>;
  /** Returns the id of the row. Call inside a transaction. */
  save(tx: Context, item: Item, stored: Stored | undefined): Promise<number>;
  /** Deletes a row, or goes back to the default. Call inside a transaction. */
  remove(tx: Context, stored: Stored): Promise<void>;
}

/** A name for each row: its own, and a number behind one that an earlier row has. */
export function toUniqueNames<R extends { id: number; name: string }>(rows: readonly R[], word: string) {
  const taken = new Set<string>();
  return [...rows]
    .sort((one, other) => one.id - other.id)
    .map((row) => {
      const plain = row.name || `${word} ${row.id}`;
      let name = plain;
      for (let count = 2; taken.has(name); count += 1) name = `${plain} (${count})`;
      taken.add(name);
      return { ...row, uniqueName: name };
    });
}

/** Leaves out fields that have their defaults. */
export function withoutDefaults(fields: Spec, defaults: Spec): Spec {
  const set = Object.entries(fields).filter(
    ([field, value]) => value !== undefined && !isSame(value, defaults[field]),
  );
  return Object.fromEntries(set);
}

/** Compares values as JSON, whatever the order of their keys. */
export function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
