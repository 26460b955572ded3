import type { Meta, StoryObj } from '@storybook/react';
import { Slider } from '@tollgate/ui/form';
import { docsOf } from '../docs/component-docs.tsx';

const meta: Meta<typeof Slider> = {
  title: 'Components/Slider',
  component: Slider,
  args: { 'aria-label': 'Temperature', defaultValue: 0.7, min: 0, max: 2, step: 0.1, disabled: false },
};
export default meta;

export const Docs: StoryObj = docsOf({
  name: 'Slider',
  from: '@tollgate/ui/form',
  use: 'A number whose exact value does not matter much, such as a temperature.',
  anatomy: ['Label with the value.', 'Track and thumb.'],
  dos: ['Show the value.'],
  donts: ['Use it for money.'],
  keys: [['Arrow keys', 'One step more or less.']],
  states: [
    {
      name: 'Filled',
      children: <Slider aria-label="Temperature" defaultValue={0.7} min={0} max={2} step={0.1} />,
    },
    {
      name: 'Focus',
      look: 'focus',
      children: <Slider aria-label="Temperature" defaultValue={0.7} min={0} max={2} step={0.1} />,
    },
    {
      name: 'Disabled',
      children: <Slider aria-label="Temperature" defaultValue={0.7} min={0} max={2} step={0.1} disabled />,
    },
  ],
  page: '/playground',
});

export const Playground: StoryObj<typeof Slider> = {};
