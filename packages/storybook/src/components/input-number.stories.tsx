import type { Meta, StoryObj } from '@storybook/react';
import { InputNumber } from '@tollgate/ui/form';
import { docsOf } from '../docs/component-docs.tsx';

const meta: Meta<typeof InputNumber> = {
  title: 'Components/InputNumber',
  component: InputNumber,
  args: { 'aria-label': 'Weight', defaultValue: 3, min: 0, max: 100, disabled: false, error: false },
};
export default meta;

export const Docs: StoryObj = docsOf({
  name: 'InputNumber',
  from: '@tollgate/ui/form',
  use: 'A number with steps and limits. Amounts of money use QuotaInput.',
  anatomy: ['Label above it.', 'The number.', 'Steps at its end.', 'Its unit behind it.'],
  dos: ['Name the unit.', 'Say the limits in the hint, and check them when the field is left.'],
  donts: ['Use it for identifiers.'],
  keys: [
    ['Arrow up, arrow down', 'One step more or less.'],
    ['Tab', 'Moves on and checks the value.'],
  ],
  states: [
    { name: 'Filled', children: <InputNumber aria-label="Weight" defaultValue={3} /> },
    { name: 'Hover', look: 'hover', children: <InputNumber aria-label="Weight" defaultValue={3} /> },
    { name: 'Focus', look: 'focus', children: <InputNumber aria-label="Weight" defaultValue={3} /> },
    { name: 'Disabled', children: <InputNumber aria-label="Weight" defaultValue={3} disabled /> },
    { name: 'Error', children: <InputNumber aria-label="Weight" defaultValue={-1} error /> },
  ],
  page: '/channel/add',
});

export const Playground: StoryObj<typeof InputNumber> = {};
