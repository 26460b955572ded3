import type { Meta, StoryObj } from '@storybook/react';
import { Sparkline } from '@tollgate/ui/data';
import { docsOf } from '../docs/component-docs.tsx';

const meta: Meta<typeof Sparkline> = {
  title: 'Components/Sparkline',
  component: Sparkline,
  args: { values: [1, 2, 4, 3, 6, 9], label: 'Requests, from 1 to 9' },
};
export default meta;

export const Docs: StoryObj = docsOf({
  name: 'Sparkline',
  from: '@tollgate/ui/data',
  use: 'The course of one number, next to it. It starts at zero, so that a small change looks small.',
  anatomy: ['Line.', 'Area below it.'],
  dos: ['Give it a text that says what it shows.'],
  donts: ['Use it without the number.'],
  keys: [],
  states: [
    { name: 'Rising', children: <Sparkline values={[1, 2, 4, 3, 6, 9]} label="Requests, from 1 to 9" /> },
    { name: 'Flat', children: <Sparkline values={[5, 5, 5]} label="Requests, 5" /> },
  ],
  page: '/token',
});

export const Playground: StoryObj<typeof Sparkline> = {};
