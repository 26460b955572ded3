import type { Meta, StoryObj } from '@storybook/react';
import { Chart } from '@tollgate/ui/data';
import { docsOf } from '../docs/component-docs.tsx';

const days = ['Mon', 'Tue', 'Wed', 'Thu'];
const costs = [
  { name: 'gpt-4o', values: [4, 6, 5, 9] },
  { name: 'claude-sonnet-4', values: [2, 1, 4, 3] },
];

const meta: Meta<typeof Chart> = {
  title: 'Components/Chart',
  component: Chart,
  args: {
    label: 'Cost',
    kind: 'bar',
    categories: ['Mon', 'Tue', 'Wed', 'Thu'],
    series: [{ name: 'gpt-4o', values: [4, 6, 5, 9] }],
    height: 240,
  },
  argTypes: { kind: { control: 'radio', options: ['bar', 'line', 'share'] } },
};
export default meta;

export const Docs: StoryObj = docsOf({
  name: 'Chart',
  from: '@tollgate/ui/data',
  use: 'Something over time, or shares of a whole. The same data is one button away as a table and as a file.',
  anatomy: [
    'Table and CSV.',
    'The drawing with thin grid lines.',
    'Legend; a click hides a series.',
    'Tooltip with all series of the point, the largest first.',
  ],
  dos: [
    'Give charts of a page the same order, so that a name keeps its color.',
    'Format values with their unit.',
  ],
  donts: ['Draw fewer than three points.', 'Draw more than eight series: the rest is “Other”.'],
  keys: [
    ['Tab', 'Reaches table, file and each entry of the legend.'],
    ['Enter', 'Hides or shows a series.'],
  ],
  states: [
    {
      name: 'Bars',
      children: <Chart label="Cost" kind="bar" categories={days} series={costs} height={180} />,
    },
    {
      name: 'Lines',
      children: <Chart label="Latency" kind="line" categories={days} series={costs} height={180} />,
    },
    {
      name: 'Shares',
      children: <Chart label="Shares" kind="share" categories={['all']} series={costs} height={180} />,
    },
    { name: 'Empty', children: <Chart label="Nothing" kind="bar" categories={[]} series={[]} /> },
  ],
  page: '/detail',
});

export const Playground: StoryObj<typeof Chart> = {};
