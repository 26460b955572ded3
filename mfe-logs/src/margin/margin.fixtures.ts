import type { MarginRow } from '@tollgate/contract';

const DAY = 86_400;
const FIRST = 1_795_046_400;

/** Fourteen days, one of them below cost. */
export const marginDays: MarginRow[] = Array.from({ length: 14 }, (_, n) => ({
  name: String(FIRST + n * DAY),
  label: '',
  revenue: 21_000_000 + ((n * 7) % 5) * 3_400_000,
  known_revenue: 18_500_000 + ((n * 7) % 5) * 3_000_000,
  cost: n === 9 ? 29_000_000 : 12_000_000 + ((n * 3) % 4) * 1_900_000,
  calls: 1200 + n * 31,
}));

export const marginModels: MarginRow[] = [
  row('claude-sonnet-4-5-20250929', 182_400_000, 182_400_000, 121_600_000, 8410),
  row('gpt-5.5', 96_000_000, 96_000_000, 91_200_000, 5120),
  row('deepseek-v4-pro', 12_350_000, 12_350_000, 14_820_000, 21_904),
  row('gemini-2.5-flash', 8_900_000, 0, null, 0),
];

export const marginChannels: MarginRow[] = [
  { ...row('3', 204_000_000, 204_000_000, 131_000_000, 9210), label: 'Anthropic, main account' },
  { ...row('7', 81_000_000, 81_000_000, 96_500_000, 20_011), label: 'Reseller' },
  row('12', 6_100_000, 0, null, 0),
];

function row(
  name: string,
  ...[revenue, known_revenue, cost, calls]: [number, number, number | null, number]
): MarginRow {
  return { name, label: '', revenue, known_revenue, cost, calls };
}
