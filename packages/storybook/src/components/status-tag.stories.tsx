import type { Meta, StoryObj } from '@storybook/react';
import { StatusTag } from '@tollgate/ui/core';
import { docsOf } from '../docs/component-docs.tsx';

const meta: Meta<typeof StatusTag> = {
  title: 'Components/StatusTag',
  component: StatusTag,
  args: { tone: 'success', children: 'Enabled' },
  argTypes: { tone: { control: 'select', options: ['success', 'warning', 'danger', 'info', 'neutral'] } },
};
export default meta;

export const Docs: StoryObj = docsOf({
  name: 'StatusTag',
  from: '@tollgate/ui/core',
  use: 'A state in one word, with its icon. What is normal is a mark and a word; a fill is for what needs a look.',
  anatomy: ['Icon of the tone.', 'One word.', 'A hint with the reason, on hover and focus.'],
  dos: ['Give the reason of a failure as hint.', 'Use the same word for a state everywhere.'],
  donts: ['Use it for categories or counts.', 'Rely on its color alone.'],
  keys: [
    ['Tab', 'Reaches it when it has a hint.'],
    ['Escape', 'Closes the hint.'],
  ],
  states: [
    { name: 'Success', children: <StatusTag tone="success">Enabled</StatusTag> },
    {
      name: 'Warning with a reason',
      children: (
        <StatusTag tone="warning" hint="The provider answered 401 three times.">
          Auto-disabled
        </StatusTag>
      ),
    },
    {
      name: 'Hover',
      look: 'hover',
      children: (
        <StatusTag tone="warning" hint="The provider answered 401 three times.">
          Auto-disabled
        </StatusTag>
      ),
    },
    {
      name: 'Focus',
      look: 'focus',
      children: (
        <StatusTag tone="warning" hint="The provider answered 401 three times.">
          Auto-disabled
        </StatusTag>
      ),
    },
    { name: 'Danger', children: <StatusTag tone="danger">Failed</StatusTag> },
    { name: 'Info', children: <StatusTag tone="info">Running</StatusTag> },
    { name: 'Neutral', children: <StatusTag tone="neutral">Disabled</StatusTag> },
  ],
  page: '/channel',
});

export const Playground: StoryObj<typeof StatusTag> = {};
