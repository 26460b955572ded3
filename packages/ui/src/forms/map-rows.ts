/**
 * What the values of a map are: `list` has texts, which are typed with commas between them; `json` takes any JSON
 * value, and text that is none counts as a string.
 */
export type MapKind = 'text' | 'number' | 'list' | 'json';

/** One entry as it is typed. `id` stays while the entry is edited. */
export interface MapRow {
  readonly id: number;
  readonly name: string;
  readonly value: string;
}

/** Returns the entries of a JSON object; undefined when the text is something else. Empty text has no entries. */
export function readMap(text: string): Record<string, unknown> | undefined {
  if (!text.trim()) return {};
  try {
    const value: unknown = JSON.parse(text);
    const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isMap ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

export function toRows(map: Readonly<Record<string, unknown>>, kind: MapKind): MapRow[] {
  return Object.entries(map).map(([name, value], id) => ({ id, name, value: showValue(value, kind) }));
}

/** Returns the JSON text of rows; empty without rows. Of rows with the same name the last one counts. */
export function writeRows(rows: readonly MapRow[], kind: MapKind): string {
  const entries = rows
    .filter(({ name }) => name.trim() !== '')
    .map(({ name, value }) => [name.trim(), readValue(value, kind)] as const);
  return entries.length === 0 ? '' : JSON.stringify(Object.fromEntries(entries));
}

/** What is wrong with a row, if anything. */
export function problemOf(
  row: MapRow,
  rows: readonly MapRow[],
  kind: MapKind,
): 'nameless' | 'twice' | 'number' | undefined {
  const name = row.name.trim();
  if (name === '') return row.value.trim() === '' ? undefined : 'nameless';
  if (rows.some((other) => other.id !== row.id && other.name.trim() === name)) return 'twice';
  const isNumber = row.value.trim() !== '' && Number.isFinite(Number(row.value));
  return kind === 'number' && !isNumber ? 'number' : undefined;
}

function showValue(value: unknown, kind: MapKind): string {
  if (kind === 'list' && Array.isArray(value)) return value.join(', ');
  if (typeof value !== 'string') return JSON.stringify(value);
  return kind === 'json' && isJson(value) ? JSON.stringify(value) : value;
}

function readValue(text: string, kind: MapKind): unknown {
  const value = text.trim();
  if (kind === 'list')
    return value
      .split(/[,，]/)
      .map((each) => each.trim())
      .filter(Boolean);
  if (kind === 'number') return value !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
  return kind === 'json' && isJson(value) ? JSON.parse(value) : value;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
