/** A text of at most `length` characters; empty for anything else. Providers send what they like. */
export function readText(value: unknown, length: number): string {
  return typeof value === 'string' ? value.slice(0, length).toWellFormed() : '';
}

/** A whole number that is not negative. */
export function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** `57%`, or nothing. */
export function readProgress(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{1,3}%$/.test(value) ? value : undefined;
}

/** JSON of a value that is kept for the caller; `undefined` when it is absent or too large to be kept. */
export function keepJson(value: unknown, bytes: number): string | undefined {
  if (value === undefined || value === null) return undefined;
  const text = JSON.stringify(value);
  return Buffer.byteLength(text) <= bytes ? text : undefined;
}

/** Back from the database; what cannot be read counts as absent. */
export function readJson(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text || 'null');
  } catch {
    return null;
  }
}
