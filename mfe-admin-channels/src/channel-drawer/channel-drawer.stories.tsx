import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import {
  createChannel,
  getChannel,
  getChannelHealth,
  type LimitUse,
  listChannelModels,
  listChannelTypes,
  listGroups,
  listLimitsOf,
  listModelsByType,
  updateChannel,
} from '@tollgate/contract';
import { area } from '../area.tsx';
import {
  channelHealth,
  claude,
  extreme,
  groups,
  keyring,
  knownModels,
  modelsByType,
  types,
  unreadable,
} from '../channels/channels.fixtures.ts';
import { ChannelDrawer } from './channel-drawer.tsx';

const limitsOfChannel: LimitUse[] = [
  {
    ...{ id: 8, name: 'Contract', scope: 'channel', scope_id: 7, subject: '', subject_name: 'OpenAI' },
    ...{ models: '', resource: 'tokens', amount: 1_000_000, window: 'month', time_zone: 'UTC' },
    ...{ spent: 910_000, held: 0, resets_at: 1_772_409_600 },
  },
  {
    ...{
      id: 9,
      name: '',
      scope: 'channel_key',
      scope_id: 7,
      subject: '7-ab12cd34ef56',
      subject_name: 'OpenAI',
    },
    ...{ models: '', resource: 'requests', amount: 60, window: 'minute', time_zone: 'UTC' },
    ...{ spent: 5, held: 0, resets_at: 1_772_409_600 },
  },
];

const surroundings = [
  answering(getChannelHealth, channelHealth),
  answering(listChannelTypes, types),
  answering(listGroups, groups),
  answering(listModelsByType, modelsByType),
  answering(listChannelModels, knownModels),
  answering(listLimitsOf, limitsOfChannel),
  areaDecorator({ id: 'admin-channels', area, role: 'admin' }),
];

const meta: Meta<typeof ChannelDrawer> = {
  title: 'Channels/Drawer',
  component: ChannelDrawer,
  args: { task: { kind: 'create' }, onCreated: () => {}, onClose: () => {} },
  parameters: { surroundings: 'area' },
};
export default meta;
type Story = StoryObj<typeof ChannelDrawer>;

export const Creating: Story = { decorators: [answering(createChannel, undefined), ...surroundings] };

export const Editing: Story = {
  args: { task: { kind: 'edit', channel: claude } },
  decorators: [answering(getChannel, claude), answering(updateChannel, claude), ...surroundings],
};

export const SeveralKeys: Story = {
  args: { task: { kind: 'edit', channel: keyring } },
  decorators: [answering(getChannel, keyring), answering(updateChannel, keyring), ...surroundings],
};

export const UnreadableKey: Story = {
  args: { task: { kind: 'edit', channel: unreadable } },
  decorators: [answering(getChannel, unreadable), answering(updateChannel, unreadable), ...surroundings],
};

export const EditingExtremes: Story = {
  args: { task: { kind: 'edit', channel: extreme } },
  decorators: [answering(getChannel, extreme), ...surroundings],
};

export const Gone: Story = {
  args: { task: { kind: 'edit', channel: claude } },
  decorators: [answering(getChannel, { code: 'channel_not_found' }), ...surroundings],
};

/** Saving shows the error at its field. */
export const KeyRequestedAgain: Story = {
  args: { task: { kind: 'edit', channel: claude } },
  decorators: [
    answering(getChannel, claude),
    answering(updateChannel, { code: 'channel_key_again', details: { id: 11, changed: 'base_url' } }),
    ...surroundings,
  ],
};

export const HostRefused: Story = {
  args: { task: { kind: 'edit', channel: claude } },
  decorators: [
    answering(getChannel, claude),
    answering(updateChannel, { code: 'channel_host_refused', details: { host: '10.0.0.7:11434' } }),
    ...surroundings,
  ],
};
