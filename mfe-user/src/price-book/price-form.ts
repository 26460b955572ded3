import type { ListedPrice } from '@tollgate/contract';
import { CACHE_WRITE_HOUR_RATIO, CACHE_WRITE_RATIO } from '@tollgate/pricing';

/** A price as it is typed, in dollars. */
export interface PriceForm {
  model: string;
  unit: 'tokens' | 'call' | 'second';
  input: string;
  output: string;
  cache_read: string;
  cache_write: string;
  cache_write_hour: string;
  per_call: string;
  per_second: string;
}

export const tokenParts = ['input', 'output', 'cache_read', 'cache_write', 'cache_write_hour'] as const;

/** What a part costs that is not set: as much as input, and cache writes as Anthropic charges them. */
export function defaultText(part: (typeof tokenParts)[number], input: number): string {
  const ratios: Partial<Record<typeof part, number>> = {
    cache_write: CACHE_WRITE_RATIO,
    cache_write_hour: CACHE_WRITE_HOUR_RATIO,
  };
  return String(Number((input * (ratios[part] ?? 1)).toPrecision(12)));
}

export function toForm(model: string, price: ListedPrice | null): PriceForm {
  const text = (amount: number | null | undefined) =>
    amount === null || amount === undefined ? '' : String(amount);
  return {
    model,
    unit: unitOf(price),
    input: text(price?.input),
    output: text(price?.output),
    cache_read: text(price?.cache_read),
    cache_write: text(price?.cache_write),
    cache_write_hour: text(price?.cache_write_hour),
    per_call: text(price?.per_call),
    per_second: text(price?.per_second),
  };
}

/** Returns the amounts of a form after a change in percent, without the noise of binary fractions. */
export function changedBy(form: Partial<PriceForm>, percent: number): Partial<PriceForm> {
  const parts = [...tokenParts, 'per_call', 'per_second'] as const;
  return Object.fromEntries(
    parts.flatMap((part) => {
      const amount = readAmount(form[part]);
      return amount === undefined
        ? []
        : [[part, String(Number((amount * (1 + percent / 100)).toPrecision(12)))]];
    }),
  );
}

function unitOf(price: ListedPrice | null): PriceForm['unit'] {
  if (price && price.per_call !== null) return 'call';
  return price && price.per_second !== null ? 'second' : 'tokens';
}

/** Returns undefined when the price that decides the unit is missing. */
export function toPrice(form: PriceForm): ListedPrice | undefined {
  const amount = (text: string) => (text.trim() === '' ? null : (readAmount(text) ?? null));
  if (form.unit !== 'tokens') {
    const part = `per_${form.unit}` as const;
    const dollars = readAmount(form[part]);
    return dollars === undefined ? undefined : { ...NOTHING, [part]: dollars };
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
    per_second: null,
  };
}

const NOTHING: ListedPrice = {
  input: null,
  output: null,
  cache_read: null,
  cache_write: null,
  cache_write_hour: null,
  per_call: null,
  per_second: null,
};

export function readAmount(text: string | undefined): number | undefined {
  const value = Number(text);
  return text?.trim() && Number.isFinite(value) && value >= 0 ? value : undefined;
}
