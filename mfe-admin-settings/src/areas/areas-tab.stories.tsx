import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import {
  getAreaTrouble,
  listAreaMembers,
  listAreas,
  listAudit,
  listCiIdentities,
  listPublishers,
} from '@tollgate/contract';
import { area } from '../area.tsx';
import { SettingsPage } from '../settings/settings-page.tsx';
import {
  areas,
  extremeAreas,
  noTrail,
  retiredArea,
  retiredTrail,
  rights,
  trail,
  trouble,
  untrustedArea,
} from './areas.fixtures.ts';

const at = (path: string) => [
  answering(listAudit, trail),
  answering(listAreaMembers, rights.members),
  answering(listCiIdentities, []),
  answering(getAreaTrouble, trouble),
  answering(listPublishers, rights.publishers),
  areaDecorator({ id: 'admin-settings', area, role: 'root', path: `/setting?tab=areas${path}` }),
];

const meta: Meta<typeof SettingsPage> = {
  title: 'Areas/Page',
  component: SettingsPage,
  parameters: { surroundings: 'area' },
};
export default meta;
type Story = StoryObj<typeof SettingsPage>;

export const Filled: Story = { decorators: [answering(listAreas, areas), ...at('')] };

export const OneArea: Story = { decorators: [answering(listAreas, areas), ...at('&area=logs')] };

export const TakenBack: Story = { decorators: [answering(listAreas, areas), ...at('&area=user')] };

export const SwitchedOff: Story = { decorators: [answering(listAreas, areas), ...at('&area=playground')] };

export const RetiredArea: Story = {
  decorators: [answering(listAreas, [retiredArea]), answering(listAudit, retiredTrail), ...at('&area=bills')],
};

export const KeyRevoked: Story = { decorators: [answering(listAreas, [untrustedArea]), ...at('')] };

export const KeyRevokedInArea: Story = {
  decorators: [answering(listAreas, [untrustedArea]), ...at('&area=logs')],
};

export const Extremes: Story = {
  decorators: [answering(listAreas, extremeAreas), ...at(`&area=${extremeAreas[0]?.id}`)],
};

export const Empty: Story = {
  decorators: [answering(listAreas, []), answering(listAudit, noTrail), ...at('')],
};

export const Loading: Story = {
  decorators: [answering(listAreas, areas, { delayMs: Number.POSITIVE_INFINITY }), ...at('')],
};

export const Failed: Story = { decorators: [answering(listAreas, { code: 'busy' }), ...at('')] };

export const Forbidden: Story = {
  decorators: [areaDecorator({ id: 'admin-settings', area, role: 'admin', path: '/setting?tab=areas' })],
};
