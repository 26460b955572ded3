import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import { getLimitHistory, getLimitUsage, type LimitSimulation, simulateLimit } from '@tollgate/contract';
import { area } from '../area.tsx';
import { LimitDrawer } from './limit-drawer.tsx';
import { daily, history, simulation, windows } from './limits.fixtures.ts';
import { Outcome } from './simulation.tsx';
import { WindowsDrawer } from './windows-drawer.tsx';
import './limits.css';

const surroundings = [
  answering(getLimitUsage, windows),
  answering(getLimitHistory, history),
  answering(simulateLimit, simulation),
  areaDecorator({ id: 'user', area, role: 'admin' }),
];

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

export const WindowsLoading: Story = {
  render: () => <WindowsDrawer rule={daily} onClose={() => {}} />,
  decorators: [
    answering(getLimitUsage, [], { delayMs: Number.POSITIVE_INFINITY }),
    answering(getLimitHistory, [], { delayMs: Number.POSITIVE_INFINITY }),
    areaDecorator({ id: 'user', area, role: 'admin' }),
  ],
};

export const WindowsFailed: Story = {
  render: () => <WindowsDrawer rule={daily} onClose={() => {}} />,
  decorators: [
    answering(getLimitUsage, { code: 'busy' }),
    answering(getLimitHistory, { code: 'busy' }),
    areaDecorator({ id: 'user', area, role: 'admin' }),
  ],
};

const outcomes: LimitSimulation[] = [
  simulation,
  { ...simulation, is_whole: false, refused: 1, users: 1, top: simulation.top.slice(0, 1) },
  { ...simulation, refused: 0, users: 0, top: [] },
  { ...simulation, calls: 0, refused: 0, users: 0, top: [] },
];

/** What trying a rule can say. */
export const Outcomes: Story = {
  render: () => (
    <div style={{ display: 'grid', gap: 16 }}>
      {outcomes.map((outcome) => (
        <Outcome key={JSON.stringify(outcome)} {...outcome} />
      ))}
    </div>
  ),
  decorators: surroundings,
};
