import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import {
  getLogBars,
  getLogStat,
  getOwnLogBars,
  getOwnLogStat,
  listGroups,
  listLogGroups,
  listLogs,
  listOwnGroups,
  listOwnLogs,
} from '@tollgate/contract';
import { area } from '../area.tsx';
import { bars, noBars } from '../bars/bars.fixtures.ts';
import { asOwn, entries, extremeCall, groups, pageOf, stat } from './usage-log.fixtures.ts';
import { UsageLogPage } from './usage-log-page.tsx';

const asUser = areaDecorator({ id: 'logs', area, role: 'user' });
const asAdmin = areaDecorator({ id: 'logs', area, role: 'admin' });
const surroundings = [
  answering(getLogStat, stat),
  answering(getOwnLogStat, stat),
  answering(getLogBars, bars),
  answering(getOwnLogBars, bars),
  answering(listGroups, ['default', 'vip', 'svip']),
  answering(listOwnGroups, { default: { ratio: 1, desc: 'Default' }, vip: { ratio: 0.8, desc: 'VIP' } }),
];

const meta: Meta<typeof UsageLogPage> = {
  title: 'Usage log/Page',
  component: UsageLogPage,
  parameters: { surroundings: 'area' },
};
export default meta;
type Story = StoryObj<typeof UsageLogPage>;

export const Own: Story = {
  decorators: [answering(listOwnLogs, pageOf(entries.map(asOwn), 123)), ...surroundings, asUser],
};

export const Everybody: Story = {
  decorators: [answering(listLogs, pageOf(entries, 12_345)), ...surroundings, asAdmin],
};

/** Requests summed by model instead of one by one. */
export const Grouped: Story = {
  decorators: [
    answering(listLogs, pageOf(entries, 12_345)),
    answering(listLogGroups, groups),
    ...surroundings,
    areaDecorator({ id: 'logs', area, role: 'admin', path: '/log?by=model' }),
  ],
};

export const Extremes: Story = {
  decorators: [
    answering(listLogs, pageOf([extremeCall, ...entries])),
    ...surroundings,
    answering(getLogStat, { quota: 9_876_543_210_123, rpm: 12_345, tpm: 9_876_543_210, failed_calls: 0 }),
    asAdmin,
  ],
};

export const Loading: Story = {
  decorators: [
    answering(listOwnLogs, pageOf([]), { delayMs: Number.POSITIVE_INFINITY }),
    answering(getOwnLogStat, stat, { delayMs: Number.POSITIVE_INFINITY }),
    answering(getOwnLogBars, bars, { delayMs: Number.POSITIVE_INFINITY }),
    answering(listOwnGroups, {}),
    asUser,
  ],
};

export const Empty: Story = {
  decorators: [
    answering(listOwnLogs, pageOf([])),
    answering(getOwnLogStat, { quota: 0, rpm: 0, tpm: 0, failed_calls: 0 }),
    answering(getOwnLogBars, noBars),
    answering(listOwnGroups, {}),
    asUser,
  ],
};

export const Failed: Story = {
  decorators: [answering(listOwnLogs, { code: 'busy' }), ...surroundings, asUser],
};

export const Forbidden: Story = {
  decorators: [answering(listLogs, { code: 'not_allowed' }), ...surroundings, asAdmin],
};
