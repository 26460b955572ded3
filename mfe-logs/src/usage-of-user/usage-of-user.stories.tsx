import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import { listLogs, listUsage } from '@tollgate/contract';
import { area } from '../area.tsx';
import { chatCall, extremeCall, pageOf } from '../usage-log/usage-log.fixtures.ts';
import { UsageOfUser } from './usage-of-user.tsx';

const around = areaDecorator({ id: 'logs', area, role: 'admin', path: '/user' });
const now = Math.floor(Date.now() / 1000);
const hours = [3, 1, 4, 1, 5, 9, 2].map((times, day) => ({
  id: 0,
  user_id: 0,
  username: '',
  model_name: 'gpt-4o',
  created_at: now - day * 86_400 - 3600,
  token_used: times * 1000,
  count: times * 7,
  quota: times * 150_000,
}));

const meta: Meta<typeof UsageOfUser> = {
  title: 'Usage log/Usage of a user',
  component: UsageOfUser,
  args: { userId: 7, username: 'ada' },
  parameters: { surroundings: 'area' },
};
export default meta;
type Story = StoryObj<typeof UsageOfUser>;

export const Filled: Story = {
  decorators: [
    answering(listUsage, hours),
    answering(listLogs, pageOf([chatCall, chatCall, chatCall])),
    around,
  ],
};

export const Extremes: Story = {
  args: { userId: 9_007_199_254, username: 'x'.repeat(60) },
  decorators: [
    answering(
      listUsage,
      hours.map((hour) => ({ ...hour, quota: 9_007_199_254_740, count: 9_007_199 })),
    ),
    answering(listLogs, pageOf([extremeCall])),
    around,
  ],
};

export const Empty: Story = {
  decorators: [answering(listUsage, []), answering(listLogs, pageOf([])), around],
};

export const Loading: Story = {
  decorators: [answering(listUsage, [], { delayMs: Number.POSITIVE_INFINITY }), around],
};

export const Failed: Story = {
  decorators: [answering(listUsage, { code: 'busy' }), answering(listLogs, { code: 'busy' }), around],
};
