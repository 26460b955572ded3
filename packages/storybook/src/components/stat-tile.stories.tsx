import type { Meta, StoryObj } from '@storybook/react';
import { StatTile } from '@tollgate/ui/core';
import { Sparkline } from '@tollgate/ui/data';
import { docsOf } from '../docs/component-docs.tsx';

const meta: Meta<typeof StatTile> = {
  title: 'Components/StatTile',
  component: StatTile,
  args: { label: 'Spend', value: '$12.40', hint: '0.2 per minute', tone: 'plain', loading: false },
  argTypes: { tone: { control: 'radio', options: ['plain', 'attention'] } },
};
export default meta;

export const Docs: StoryObj = docsOf({
  name: 'StatTile',
  from: '@tollgate/ui/core',
  use: 'One key figure with its change and a small line. Up to four in a row, in StatTiles.',
  anatomy: [
    'Label.',
    'The figure with its unit, the largest text of its place.',
    'Change since the period before, with an arrow and a word.',
    'A sparkline, where the figure has a history.',
  ],
  dos: ['Say the period in the heading of the row.', 'Use the tone “attention” for money that needs a look.'],
  donts: ['Show a figure that leads to no act.', 'Put more than four in a row.'],
  keys: [],
  states: [
    { name: 'Plain', children: <StatTile label="Spend" value="$12.40" hint="0.2 per minute" /> },
    {
      name: 'With a change',
      children: <StatTile label="Requests" value="12.3k" trend={{ direction: 'up', text: '8%' }} />,
    },
    {
      name: 'With a line',
      children: (
        <StatTile
          label="Tokens"
          value="7.9M"
          picture={<Sparkline values={[3, 5, 4, 8, 9, 7, 12]} label="Tokens over time" />}
        />
      ),
    },
    {
      name: 'Attention',
      children: <StatTile label="Balance" value="-$0.01" tone="attention" hint="Top up to continue" />,
    },
    { name: 'Loading', children: <StatTile label="Tokens" value="" loading /> },
  ],
  page: '/detail',
});

export const Playground: StoryObj<typeof StatTile> = {};
