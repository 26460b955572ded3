import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Chart, type ChartSeries } from '../data.ts';
import { renderInConsole } from '../testing/render.tsx';
import { chartCsv } from './chart-csv.ts';
import { chartConfig } from './draw.ts';
import { foldSeries } from './fold-series.ts';
import { pointRadii } from './point-radii.ts';
import { seriesColor } from './series-color.ts';
import { tipAt } from './show-tip.ts';

const days = ['Mon', 'Tue'];
const series: ChartSeries[] = [
  { name: 'gpt-4o', values: [1, 2] },
  { name: 'claude', values: [10, null] },
];

test('the numbers of a chart are available as a table by keyboard', async () => {
  renderInConsole(
    <Chart label="Cost" kind="line" categories={days} series={series} format={(value) => `$${value}`} />,
  );
  const asTable = await screen.findByRole('button', { name: 'Table' });
  expect(screen.getByRole('img', { name: 'Cost' })).toBeTruthy();
  asTable.focus();
  await userEvent.keyboard('{Enter}');
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual(['gpt-4oclaude', 'Mon$1$10', 'Tue$2–']);
});

test('a point between gaps is drawn as a dot, as no line goes through it', () => {
  expect(pointRadii([null, 5, null, 1, 2, null])).toEqual([0, 3, 0, 0, 0, 0]);
  expect(pointRadii([null, null, 7])).toEqual([0, 0, 3]);
  expect(pointRadii([7])).toEqual([3]);
});

test('a click on its name hides and shows a series', async () => {
  renderInConsole(<Chart label="Cost" kind="bar" categories={days} series={series} />);
  const key = await screen.findByRole('button', { name: 'claude' });
  expect(key.getAttribute('aria-pressed')).toBe('true');
  await userEvent.click(key);
  expect(key.getAttribute('aria-pressed')).toBe('false');
});

test('a chart without numbers shows an empty state', async () => {
  renderInConsole(<Chart label="Cost" kind="line" categories={[]} series={[]} />);
  expect(await screen.findByText('No data in this range')).toBeTruthy();
});

test('the eight largest series have their own colors and the others share one', () => {
  const many = Array.from({ length: 11 }, (_, index) => ({ name: `m${index}`, values: [index, 1] }));
  const folded = foldSeries(many, 'Other');
  expect(folded.map(({ name }) => name)).toEqual([
    ...['m10', 'm9', 'm8', 'm7', 'm6', 'm5', 'm4', 'm3'],
    'Other',
  ]);
  expect(folded.at(-1)).toMatchObject({ values: [0 + 1 + 2, 3], total: 6, isOther: true });
});

test('an order decides which series have colors, and the rest of a whole is part of "Other"', () => {
  const names = Array.from({ length: 9 }, (_, index) => `m${index}`);
  const many = names.map((name, index) => ({ name, values: [index + 1] }));
  const folded = foldSeries([...many, { name: 'rest', values: [100], isRest: true }], 'Other', names);
  expect(folded.map(({ name }) => name)).toEqual([...names.slice(0, 8), 'Other']);
  expect(folded.at(-1)?.total).toBe(9 + 100);
});

test('the id of a series decides its color, and two series of a chart never share one', () => {
  const channels = [
    { name: 'Azure', values: [9], id: 10 },
    { name: 'DeepSeek', values: [5], id: 2 },
    { name: 'OpenAI', values: [1], id: 3 },
  ];
  const color = (of: typeof channels, name: string) => {
    const series = foldSeries(of, 'Other').find((one) => one.name === name);
    return series && seriesColor(series, 'light');
  };
  expect(color(channels, 'OpenAI')).toBe(color(channels.slice(2), 'OpenAI'));
  expect(color(channels, 'Azure')).toBe(color(channels.slice(1), 'DeepSeek'));
  expect(new Set(channels.map(({ name }) => color(channels, name))).size).toBe(3);
});

test('the tooltip of a point lists every series, the largest first', () => {
  const all = foldSeries(series, 'Other');
  const drawing = { kind: 'line', categories: days, shown: all, theme: 'light' } as const;
  const tip = tipAt(0, { ...drawing, format: String, step: 1, onTip: () => undefined });
  expect(tip.title).toBe('Mon');
  expect(tip.rows.map(({ name, value }) => [name, value])).toEqual([
    ['claude', 10],
    ['gpt-4o', 1],
  ]);
});

test('the CSV keeps commas, quotes and gaps and neutralizes formulas', () => {
  const risky = [{ name: '=HYPERLINK("x")', values: [-1, null] }];
  expect(chartCsv(['a,b', 'c'], risky)).toBe('\ufeff,"\'=HYPERLINK(""x"")"\r\n"a,b",-1\r\nc,\r\n');
  // As the axis shows them: 50,000 units are 10 cents.
  expect(chartCsv(['Mon'], [{ name: 'Cost', values: [50_000] }], 500_000)).toBe('\ufeff,Cost\r\nMon,0.1\r\n');
});

test('the axis of a chart has round steps in the currency that it shows', () => {
  const step = 500_000 / 7.3;
  const all = foldSeries([{ name: 'Cost', values: [step * 3, null] }], 'Other');
  const format = (units: number) => `¥${(units / step).toFixed(2)}`;
  const drawing = {
    kind: 'line',
    theme: 'light',
    categories: days,
    shown: all,
    onTip: () => {},
  } as const;
  const config = chartConfig({ ...drawing, format, step });
  expect(config.data.datasets[0]?.data).toEqual([3, null]);
  const ticks = config.options?.scales?.y?.ticks as { callback: (value: number) => string };
  expect(ticks.callback(0.5)).toBe('¥0.50');
});
