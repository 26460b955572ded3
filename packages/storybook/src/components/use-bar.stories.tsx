import type { Meta, StoryObj } from '@storybook/react';
import { UseBar } from '@tollgate/ui/core';
import { docsOf } from '../docs/component-docs.tsx';

const meta: Meta<typeof UseBar> = {
  title: 'Components/UseBar',
  component: UseBar,
  args: { label: 'Budget', spent: 30, held: 10, amount: 100 },
};
export default meta;

export const Docs: StoryObj = docsOf({
  name: 'UseBar',
  from: '@tollgate/ui/core',
  use: 'How much of a limit is spent, and how much running calls hold.',
  anatomy: ['Spent part.', 'Held part, lighter.', 'The rest.'],
  dos: ['Write both numbers next to it.'],
  donts: ['Use it for progress: use ProgressRun.'],
  keys: [],
  states: [
    { name: 'Plain', children: <UseBar label="Budget" spent={30} held={10} amount={100} /> },
    { name: 'Close to the limit', children: <UseBar label="Budget" spent={70} held={15} amount={100} /> },
    { name: 'Full', children: <UseBar label="Budget" spent={100} held={0} amount={100} /> },
  ],
  page: '/limit',
});

export const Playground: StoryObj<typeof UseBar> = {};
