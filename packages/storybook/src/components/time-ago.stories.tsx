import type { Meta, StoryObj } from '@storybook/react';
import { TimeAgo } from '@tollgate/ui/core';
import { docsOf } from '../docs/component-docs.tsx';

const meta: Meta<typeof TimeAgo> = {
  title: 'Components/TimeAgo',
  component: TimeAgo,
  args: { at: 1_772_355_900 },
};
export default meta;

export const Docs: StoryObj = docsOf({
  name: 'TimeAgo',
  from: '@tollgate/ui/core',
  use: 'A moment, as time ago, with the exact time on hover and focus.',
  anatomy: ['Relative time.', 'Exact time in the tooltip.'],
  dos: ['Use it in lists.'],
  donts: ['Use it where the exact time matters, as in statements.'],
  keys: [['Tab', 'Reaches it.']],
  states: [
    { name: 'Some hours', children: <TimeAgo at={Math.floor(Date.now() / 1000) - 7300} /> },
    { name: 'Never', children: <TimeAgo at={0} /> },
  ],
  page: '/log',
});

export const Playground: StoryObj<typeof TimeAgo> = {};
