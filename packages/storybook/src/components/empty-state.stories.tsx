import type { Meta, StoryObj } from '@storybook/react';
import { Button, EmptyState } from '@tollgate/ui/core';
import { docsOf } from '../docs/component-docs.tsx';

const meta: Meta<typeof EmptyState> = {
  title: 'Components/EmptyState',
  component: EmptyState,
  args: {
    title: 'You have no tokens yet',
    description: 'A token lets a program call models on your balance.',
  },
};
export default meta;

export const Docs: StoryObj = docsOf({
  name: 'EmptyState',
  from: '@tollgate/ui/core',
  use: 'A list without records: an icon, one sentence and the act that fills it.',
  anatomy: ['Icon.', 'What is not there yet.', 'What to do about it.', 'The button.'],
  dos: ['Say what happens next.'],
  donts: ['Use it for a search without results: the table says that itself.'],
  keys: [['Tab', 'Reaches its button.']],
  states: [
    {
      name: 'With the next step',
      children: (
        <EmptyState
          title="You have no tokens yet"
          description="A token lets a program call models on your balance."
          action={<Button type="primary">Create token</Button>}
        />
      ),
    },
    { name: 'Nothing to do', children: <EmptyState title="No requests in this period" /> },
  ],
  page: '/token',
});

export const Playground: StoryObj<typeof EmptyState> = {};
