import type { Meta, StoryObj } from '@storybook/react';
import { Peek } from './peek.tsx';

const meta: Meta<typeof Peek> = {
  title: 'Data/Peek',
  component: Peek,
  args: {
    title: 'gpt-4o-mini',
    onClose: () => {},
    onNext: () => {},
    children: 'One record next to its list.',
  },
};
export default meta;
type Story = StoryObj<typeof Peek>;

export const FirstOfTheList: Story = {};
