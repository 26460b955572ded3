import type { OptionField } from './describe.ts';
import type { OptionRows } from './options.data.ts';

/** Form value of an option. An emptied number is absent. */
export type FieldValue = boolean | number | string | string[] | undefined;
export type FieldValues = Record<string, FieldValue>;

/** Stored texts by field name. */
export type FieldTexts = Readonly<Record<string, string>>;

/** Picks a section's fields from all options. An option that the server does not know is empty. */
export function readTexts(fields: readonly OptionField[], rows: OptionRows): FieldTexts {
  const stored = new Map(rows.map(({ key, value }) => [key, value]));
  return Object.fromEntries(fields.map(({ key, name }) => [name, stored.get(key) ?? '']));
}

export function toValues(fields: readonly OptionField[], texts: FieldTexts): FieldValues {
  return Object.fromEntries(fields.map((field) => [field.name, toValue(field, texts[field.name] ?? '')]));
}

/** Returns the form value of a stored text. A text that is no number is an empty field. */
export function toValue({ kind, min }: OptionField, text: string): FieldValue {
  if (kind === 'flag') return text === 'true';
  if (kind === 'list') return text.split(',').filter(Boolean);
  if (kind !== 'number' && kind !== 'integer' && kind !== 'quota') return text;
  const value = Math.max(Number(text), min ?? Number.NEGATIVE_INFINITY); // old data has -1 for "no limit"
  return text.trim() === '' || Number.isNaN(value) ? undefined : value;
}

/** Returns the text of a form value: `true` and `false`, plain numbers, addresses without a final slash. */
export function toText({ kind }: OptionField, value: FieldValue): string {
  if (Array.isArray(value)) return value.map((entry) => entry.trim()).join(',');
  const text = String(value ?? '');
  if (kind === 'flag') return value === true ? 'true' : 'false';
  if (kind === 'url') return text.trim().replace(/\/+$/, '');
  if (kind === 'lines') return trimLines(text);
  return kind === 'long' || kind === 'secret' ? text : text.trim();
}

function trimLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');
}
