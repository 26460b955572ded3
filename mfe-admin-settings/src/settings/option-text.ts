import type { OptionField } from './describe.ts';
import type { OptionRows } from './options.data.ts';

/** What the form holds for an option. An emptied number is absent. */
export type FieldValue = boolean | number | string | string[] | undefined;
export type FieldValues = Record<string, FieldValue>;

/** Stored texts by the name of their field. */
export type FieldTexts = Readonly<Record<string, string>>;

/** Picks what a section shows out of all options. An option that the server does not know reads as empty. */
export function readTexts(fields: readonly OptionField[], rows: OptionRows): FieldTexts {
  const stored = new Map(rows.map(({ key, value }) => [key, value]));
  return Object.fromEntries(fields.map(({ key, name }) => [name, stored.get(key) ?? '']));
}

export function toValues(fields: readonly OptionField[], texts: FieldTexts): FieldValues {
  return Object.fromEntries(fields.map((field) => [field.name, toValue(field, texts[field.name] ?? '')]));
}

/** The stored text of an option as its field shows it. A text that is no number shows an empty field. */
export function toValue({ kind, min }: OptionField, text: string): FieldValue {
  if (kind === 'flag') return text === 'true';
  if (kind === 'list') return text.split(',').filter(Boolean);
  if (kind !== 'number' && kind !== 'integer' && kind !== 'quota') return text;
  const value = Math.max(Number(text), min ?? Number.NEGATIVE_INFINITY); // old data has -1 for "no limit"
  return text.trim() === '' || Number.isNaN(value) ? undefined : value;
}

/** The value of a field as it travels: `true` and `false`, plain numbers, addresses without a slash at their end. */
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
