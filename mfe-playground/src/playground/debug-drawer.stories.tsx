import type { Meta, StoryObj } from '@storybook/react';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import { area } from '../area.tsx';
import { DebugDrawer } from './debug-drawer.tsx';
import './playground.css';

const meta: Meta<typeof DebugDrawer> = {
  title: 'Playground/Dialogs',
  component: DebugDrawer,
  args: { trace: undefined, onClose: () => {} },
  parameters: { surroundings: 'area' },
  decorators: [areaDecorator({ id: 'playground', area })],
};
export default meta;
type Story = StoryObj<typeof DebugDrawer>;

export const NothingSent: Story = {};

export const Answered: Story = {
  args: {
    trace: {
      request: {
        model: 'gpt-4o-mini',
        group: 'default',
        temperature: 0,
        stream: true,
        messages: [{ role: 'user', content: 'Tell me more about '.repeat(12) }],
      },
      events: Array.from(
        { length: 3000 },
        (_, index) => `{"choices":[{"delta":{"content":"word ${index}"}}]}`,
      ),
    },
  },
};
