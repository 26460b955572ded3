import type { Meta, StoryObj } from '@storybook/react';
import { Checkbox } from '@tollgate/ui/form';
import { docsOf } from '../docs/component-docs.tsx';

const meta: Meta<typeof Checkbox> = {
  title: 'Components/Checkbox',
  component: Checkbox,
  args: { children: 'Newest first', disabled: false, indeterminate: false },
};
export default meta;

export const Docs: StoryObj = docsOf({
  name: 'Checkbox',
  from: '@tollgate/ui/form',
  use: 'One of several things that apply, or a consent.',
  anatomy: ['The box.', 'What is true when it is ticked.'],
  dos: ['Write the label as a statement.'],
  donts: ['Use it for exactly one of several: use Radio.'],
  keys: [['Space', 'Ticks it.']],
  states: [
    { name: 'Unticked', children: <Checkbox>Newest first</Checkbox> },
    { name: 'Ticked', children: <Checkbox defaultChecked>Newest first</Checkbox> },
    { name: 'Some', children: <Checkbox indeterminate>All rows</Checkbox> },
    { name: 'Hover', look: 'hover', children: <Checkbox>Newest first</Checkbox> },
    { name: 'Focus', look: 'focus', children: <Checkbox>Newest first</Checkbox> },
    {
      name: 'Disabled',
      children: (
        <Checkbox defaultChecked disabled>
          Newest first
        </Checkbox>
      ),
    },
  ],
  page: '/channel',
});

export const Playground: StoryObj<typeof Checkbox> = {};
