import type { ListedPrice } from '@tollgate/contract';

/** A price as it is typed, in dollars. */
export interface PriceForm {
  model: string;
  unit: 'tokens' | 'call';
  input: string;
  output: string;
  cache_read: string;
  cache_write: string;
  cache_write_hour: string;
  per_call: string;
}

export const tokenParts = ['input', 'output', 'cache_read', 'cache_write', 'cache_write_hour'] as const;

export function toForm(model: string, price: ListedPrice | null): PriceForm {
  const text = (amount: number | null | undefined) =>
    amount === null || amount === undefined ? '' : String(amount);
  return {
    model,
    unit: price && price.per_call !== null ? 'call' : 'tokens',
    input: text(price?.input),
    output: text(price?.output),
    cache_read: text(price?.cache_read),
    cache_write: text(price?.cache_write),
    cache_write_hour: text(price?.cache_write_hour),
    per_call: text(price?.per_call),
  };
}

/** Returns undefined when the price that decides the unit is missing. */
export function toPrice(form: PriceForm): ListedPrice | undefined {
  const amount = (text: string) => (text.trim() === '' ? null : (readAmount(text) ?? null));
  const none = { input: null, output: null, cache_read: null, cache_write: null, cache_write_hour: null };
  if (form.unit === 'call') {
    const per_call = readAmount(form.per_call);
    return per_call === undefined ? undefined : { ...none, per_call };
  }
  const input = readAmount(form.input);
  if (input === undefined) return undefined;
  return {
    input,
    output: amount(form.output) ?? input,
    cache_read: amount(form.cache_read),
    cache_write: amount(form.cache_write),
    cache_write_hour: amount(form.cache_write_hour),
    per_call: null,
  };
}

export function readAmount(text: string | undefined): number | undefined {
  const value = Number(text);
  return text?.trim() && Number.isFinite(value) && value >= 0 ? value : undefined;
}
