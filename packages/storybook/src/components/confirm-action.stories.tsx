import type { Meta, StoryObj } from '@storybook/react';
import { ConfirmAction } from '@tollgate/ui/core';
import { docsOf } from '../docs/component-docs.tsx';

const meta: Meta<typeof ConfirmAction> = {
  title: 'Components/ConfirmAction',
  component: ConfirmAction,
  args: {
    danger: true,
    title: 'Delete “eu-west”?',
    content: '3 tokens stop working at once.',
    okText: 'Delete channel',
    children: 'Delete channel',
    onConfirm: () => undefined,
  },
};
export default meta;

export const Docs: StoryObj = docsOf({
  name: 'ConfirmAction',
  from: '@tollgate/ui/core',
  use: 'What cannot be undone. It names the thing and says the consequence before it happens.',
  anatomy: [
    'The button that asks.',
    'Title with the name of the thing.',
    'Consequence.',
    'Cancel, and the act as a verb.',
  ],
  dos: ['Count what stops working: “3 tokens stop working at once”.', 'Ask for the name where much is lost.'],
  donts: ['Ask for what can be undone.', 'Write “Are you sure?”.'],
  keys: [
    ['Enter', 'Opens it; then presses the focused button.'],
    ['Escape', 'Cancels.'],
  ],
  states: [
    {
      name: 'Resting',
      children: (
        <ConfirmAction
          danger
          title="Delete “eu-west”?"
          content="3 tokens stop working at once."
          okText="Delete channel"
          onConfirm={() => undefined}
        >
          Delete channel
        </ConfirmAction>
      ),
    },
    {
      name: 'Hover',
      look: 'hover',
      children: (
        <ConfirmAction
          danger
          title="Delete “eu-west”?"
          content="3 tokens stop working at once."
          okText="Delete channel"
          onConfirm={() => undefined}
        >
          Delete channel
        </ConfirmAction>
      ),
    },
  ],
  page: '/channel',
});

export const Playground: StoryObj<typeof ConfirmAction> = {};
