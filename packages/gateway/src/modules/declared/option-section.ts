import { type OptionKey, options } from '@tollgate/contract/options';
import { textOf } from '../models/book/book-options.ts';
import { listPrices } from '../models/book/change-book.ts';
import { isBookKey } from '../models/book/price-state.ts';
import { openOption } from '../settings/option-store.ts';
import { normaliseOption, refuseUnreadable } from '../settings/option-texts.ts';
import { write } from '../settings/options.ts';
import * as table from '../settings/repository/options.ts';
import { type Item, isSame, type Section } from './item.ts';
import { isDeclarable } from './shape.ts';

export const optionSection: Section = {
  kind: 'option',
  async list(ctx) {
    const texts = await table.list(ctx.db);
    const prices = await listPrices(ctx.db);
    return declarableKeys().map((key) => {
      const stored = texts.get(key);
      const base = { name: key, rowId: 0 };
      if (options[key].secret) {
        const text = stored ? openOption(ctx.secrets, key, stored) : '';
        return { ...base, spec: {}, secrets: { value: text }, isDefault: !stored };
      }
      const text = isBookKey(key) ? textOf(prices, key, stored) : (stored ?? options[key].default);
      const value = toValue(key, text);
      const isDefault = isSame(value, toValue(key, options[key].default));
      return { ...base, spec: { value }, secrets: {}, isDefault };
    });
  },
  async save(tx, { name, spec, secrets }: Item) {
    const key = name as OptionKey;
    const text = normaliseOption(key, secrets.value ?? toOptionText(key, spec.value));
    refuseUnreadable(key, text);
    await write(tx, key, text);
    return 0;
  },
  async remove(tx, { name }) {
    await write(tx, name as OptionKey, options[name as OptionKey].default);
  },
};

export function declarableKeys(): OptionKey[] {
  return (Object.keys(options) as OptionKey[]).filter(isDeclarable);
}

/** The text of an option whose value a file has as a number, a list or a map. */
export function toOptionText(key: OptionKey, value: unknown): string {
  if (typeof value === 'string') return value;
  if (options[key].kind === 'lines' && Array.isArray(value)) return value.join('\n');
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}

/** The other way round. A text that cannot be read stays a text. */
export function toValue(key: OptionKey, text: string): unknown {
  const { kind, parse } = options[key];
  try {
    const value = parse(text);
    return kind === 'json' ? JSON.parse(text) : value;
  } catch {
    return text;
  }
}
