import { options } from '@tollgate/contract/options';
import type { OptionField } from './describe.ts';
import { everySection } from './every-section.ts';
import type { OptionRows } from './options.data.ts';

/** Differences from a new gateway. */
const changed: Record<string, string> = {
  'general_setting.docs_link': 'https://docs.example.com',
  QuotaForNewUser: '500000',
  AutomaticDisableKeywords: 'your credit balance is too low\npermission denied',
  // The prices of a new gateway are long.
  ModelPrice: '{"dall-e-3": 0.04}',
  ModelRatio: '{"gpt-4o": 1.25, "gpt-4o-mini": 0.075}',
  CompletionRatio: '{"gpt-4o": 4}',
  CacheRatio: '{"gpt-4o": 0.5}',
  PriceAdjustments: '{"gpt-4o*": {"tiers": {"priority": 1.7}}}',
};

/** The options as the server sends them: of secrets only whether one is stored. */
export const rows: OptionRows = Object.entries(options).map(([key, option]) =>
  option.secret
    ? { key, value: '', configured: key === 'SMTPToken' }
    : { key, value: changed[key] ?? option.default },
);

/** Every option with a value that a new gateway does not have: an option that is not loaded shows. */
export const unusualRows: OptionRows = everySection.flatMap(({ fields }) =>
  fields.map((field) =>
    options[field.key].secret
      ? { key: field.key, value: '', configured: true }
      : { key: field.key, value: unusualValue(field, options[field.key].default) },
  ),
);

function unusualValue({ kind, min = 0, values }: OptionField, value: string): string {
  if (kind === 'flag') return String(value !== 'true');
  if (kind === 'number') return min < 1 ? '0.25' : String(Number(value) + 2);
  if (kind === 'integer') return String(Number(value) + 1);
  if (kind === 'quota') return String(Number(value) + 1_500_000);
  if (kind === 'choice') return values?.at(-1) ?? '';
  if (kind === 'json') return '{"stored": 1}';
  if (kind === 'json-list') return '[{"Stored": "https://stored.example.com"}]';
  if (kind === 'url' || kind === 'link') return 'https://stored.example.com';
  return kind === 'list' ? 'stored.example.com,example.net' : 'stored';
}

/** Every value at its maximum length. */
export const extremeRows: OptionRows = withValues({
  TopUpLink: `https://shop.example.com/${'long-path/'.repeat(30)}`,
  QuotaPerUnit: '9007199254740991',
  QuotaForNewUser: '8999999999999999',
  ChannelDisableThreshold: '0.0001',
  AutomaticDisableKeywords: Array.from({ length: 60 }, (_, index) => `sentence number ${index}`).join('\n'),
});

export function withValues(values: Record<string, string>): OptionRows {
  return rows.map((row) => ({ ...row, value: values[row.key] ?? row.value }));
}
