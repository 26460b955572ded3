import type { Meta, StoryObj } from '@storybook/react';
import { JsonEditor } from '@tollgate/ui/form';
import { docsOf } from '../docs/component-docs.tsx';

const meta: Meta<typeof JsonEditor> = {
  title: 'Components/JsonEditor',
  component: JsonEditor,
  args: { 'aria-label': 'Settings', placeholder: '{"a": 1}' },
};
export default meta;

export const Docs: StoryObj = docsOf({
  name: 'JsonEditor',
  from: '@tollgate/ui/form',
  use: 'Objects within objects that have no form of their own. Names with values use MapInput.',
  anatomy: ['Label above it.', 'The text in mono.', 'The error with its line below it.'],
  dos: ['Show an example as placeholder.'],
  donts: ['Use it where a table or a form is possible.'],
  keys: [['Tab', 'Moves on.']],
  states: [
    { name: 'Empty', children: <JsonEditor aria-label="Settings" placeholder='{"a": 1}' /> },
    { name: 'Filled', children: <JsonEditor aria-label="Settings" value='{"a": 1}' /> },
    { name: 'Hover', look: 'hover', children: <JsonEditor aria-label="Settings" value='{"a": 1}' /> },
    { name: 'Disabled', children: <JsonEditor aria-label="Settings" value='{"a": 1}' disabled /> },
  ],
  page: '/channel/add',
});

export const Playground: StoryObj<typeof JsonEditor> = {};
