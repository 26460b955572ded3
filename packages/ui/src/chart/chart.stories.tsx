import type { Meta, StoryObj } from '@storybook/react';
import { StatTile, StatTiles, useFormat } from '../core.ts';
import { Chart, type ChartProps, type ChartSeries, Sparkline } from '../data.ts';

const days = Array.from({ length: 14 }, (_, index) => `03-${String(index + 1).padStart(2, '0')}`);

function course(name: string, base: number, step: number): ChartSeries {
  const values = days.map((_, index) =>
    Math.round(base * (1 + 0.35 * Math.sin(index * step) + (index % 5) / 9)),
  );
  return { name, values };
}

const few = [course('gpt-4o', 52_000_000, 0.7), course('claude-sonnet', 31_000_000, 0.4)];
const many = Array.from({ length: 12 }, (_, index) =>
  course(
    index === 3 ? `a-model-${'with-a-name-'.repeat(8)}` : `model-${index + 1}`,
    9_000_000 * (12 - index),
    0.2 + index / 9,
  ),
);

function Cost(props: Partial<ChartProps>) {
  const format = useFormat();
  return (
    <Chart label="Cost per day" kind="line" categories={days} series={few} format={format.quota} {...props} />
  );
}

const meta: Meta<typeof Cost> = { title: 'Data/Chart', component: Cost };
export default meta;
type Story = StoryObj<typeof Cost>;

export const Lines: Story = {};

export const StackedBars: Story = { args: { kind: 'bar' } };

export const MoreSeriesThanColours: Story = { args: { kind: 'bar', series: many } };

export const Shares: Story = { args: { kind: 'share', series: many } };

export const NoData: Story = { args: { categories: [], series: [] } };

export const OnePoint: Story = {
  args: { categories: ['03-01'], series: [{ name: 'gpt-4o', values: [52_000_000] }] },
};

export const InTiles: StoryObj = {
  render: () => (
    <StatTiles>
      <StatTile
        label="Requests"
        value="12.3k"
        hint="the last 14 days"
        picture={<Sparkline values={few[0]!.values.map(Number)} label="Requests of 14 days, rising" />}
      />
      <StatTile
        label="Failures"
        value="0"
        picture={<Sparkline values={[0, 0, 0, 0]} label="No failures in 4 days" />}
      />
    </StatTiles>
  ),
};
