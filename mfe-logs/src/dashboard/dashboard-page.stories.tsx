import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import {
  getOwnService,
  getSelf,
  getService,
  getStatus,
  listOwnSpend,
  listOwnUsage,
  listSpend,
  listUsage,
  listUserUsage,
} from '@tollgate/contract';
import { area } from '../area.tsx';
import { extremeHours, service, spend, usageHours, userHours } from './dashboard.fixtures.ts';
import { DashboardPage } from './dashboard-page.tsx';
import { accountWith, siteWith } from './site.fixtures.ts';

/** The two days of the fixtures. */
const path = '/detail?time=1773306000-1773482400&granularity=hour';
const asUser = areaDecorator({ id: 'logs', area, role: 'user', path });
const asAdmin = areaDecorator({ id: 'logs', area, role: 'admin', path });
const charts = [
  answering(getService, service),
  answering(getOwnService, service),
  answering(listSpend, spend),
  answering(listOwnSpend, spend),
];
const surroundings = [answering(getStatus, siteWith()), answering(getSelf, accountWith()), ...charts];

const meta: Meta<typeof DashboardPage> = {
  title: 'Dashboard/Page',
  component: DashboardPage,
  parameters: { surroundings: 'area' },
};
export default meta;
type Story = StoryObj<typeof DashboardPage>;

export const Own: Story = { decorators: [answering(listOwnUsage, usageHours), ...surroundings, asUser] };

export const Everybody: Story = {
  decorators: [
    answering(listUsage, usageHours),
    answering(listUserUsage, userHours),
    ...surroundings,
    asAdmin,
  ],
};

/** The second chart of costs by token instead of by user. */
export const ByToken: Story = {
  decorators: [
    answering(listUsage, usageHours),
    answering(listUserUsage, userHours),
    ...surroundings,
    areaDecorator({ id: 'logs', area, role: 'admin', path: `${path}&by=token` }),
  ],
};

export const Extremes: Story = {
  decorators: [
    answering(listUsage, extremeHours),
    answering(listUserUsage, []),
    ...charts,
    answering(getStatus, siteWith()),
    answering(
      getSelf,
      accountWith({ quota: -5000, used_quota: 9_876_543_210_123, request_count: 98_765_432 }),
    ),
    asAdmin,
  ],
};

export const Loading: Story = {
  decorators: [
    answering(listOwnUsage, [], { delayMs: Number.POSITIVE_INFINITY }),
    answering(getSelf, accountWith(), { delayMs: Number.POSITIVE_INFINITY }),
    answering(getStatus, siteWith()),
    asUser,
  ],
};

export const Empty: Story = { decorators: [answering(listOwnUsage, []), ...surroundings, asUser] };

export const SwitchedOff: Story = {
  decorators: [
    answering(getStatus, siteWith({ enable_data_export: false })),
    answering(getSelf, accountWith()),
    asUser,
  ],
};

export const Failed: Story = {
  decorators: [answering(listOwnUsage, { code: 'busy' }), ...surroundings, asUser],
};

export const Forbidden: Story = {
  decorators: [
    answering(listUsage, { code: 'not_allowed' }),
    answering(listUserUsage, { code: 'not_allowed' }),
    ...surroundings,
    asAdmin,
  ],
};
