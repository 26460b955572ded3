import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import { getLimitUsage } from '@tollgate/contract';
import { area } from '../area.tsx';
import { LimitDrawer } from './limit-drawer.tsx';
import { daily, windows } from './limits.fixtures.ts';
import { WindowsDrawer } from './windows-drawer.tsx';
import './limits.css';

const surroundings = [answering(getLimitUsage, windows), areaDecorator({ id: 'user', area, role: 'admin' })];

const meta: Meta<typeof LimitDrawer> = {
  title: 'Limits/Dialogs',
  component: LimitDrawer,
  args: { onClose: () => {} },
  parameters: { surroundings: 'area' },
};
export default meta;
type Story = StoryObj<typeof LimitDrawer>;

export const Creating: Story = { decorators: surroundings };

export const Editing: Story = { args: { rule: daily }, decorators: surroundings };

export const Windows: Story = {
  render: () => <WindowsDrawer rule={daily} onClose={() => {}} />,
  decorators: surroundings,
};
