import type { Meta, StoryObj } from '@storybook/react';
import { Input } from '@tollgate/ui/form';
import { docsOf } from '../docs/component-docs.tsx';

const meta: Meta<typeof Input> = {
  title: 'Components/Input',
  component: Input,
  args: { 'aria-label': 'Name', placeholder: 'eu-west', disabled: false, error: false },
};
export default meta;

export const Docs: StoryObj = docsOf({
  name: 'Input',
  from: '@tollgate/ui/form',
  use: 'One line of text in a form. Filters of lists use FilterText and SearchInput.',
  anatomy: [
    'Label above it, from Form.Item.',
    'The value, with a placeholder that is an example.',
    'Hint or error below it.',
  ],
  dos: [
    'Give an example as placeholder: “eu-west”.',
    'Show the error at the field, in a sentence that says what to enter.',
  ],
  donts: ['Use the placeholder as label.', 'Use it for keys and passwords: use SecretField.'],
  keys: [
    ['Tab', 'Moves to it and on.'],
    ['Enter', 'Submits the form.'],
  ],
  states: [
    { name: 'Empty', children: <Input aria-label="Name" placeholder="eu-west" /> },
    { name: 'Filled', children: <Input aria-label="Name" defaultValue="eu-west" /> },
    { name: 'Hover', look: 'hover', children: <Input aria-label="Name" defaultValue="eu-west" /> },
    {
      name: 'Focus',
      look: 'focus',
      children: <Input aria-label="Name" defaultValue="eu-west" className="arco-input-focus" />,
    },
    { name: 'Disabled', children: <Input aria-label="Name" defaultValue="eu-west" disabled /> },
    { name: 'Error', children: <Input aria-label="Name" defaultValue="eu west" error /> },
  ],
  page: '/channel/add',
});

export const Playground: StoryObj<typeof Input> = {};
