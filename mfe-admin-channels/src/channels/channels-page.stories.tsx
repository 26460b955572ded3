import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import {
  countChannels,
  getChannelHealth,
  getChannelTests,
  listChannelModels,
  listChannelTypes,
  listGroups,
  listModelsByType,
  pageChannels,
} from '@tollgate/contract';
import { area } from '../area.tsx';
import {
  channelHealth,
  channels,
  counts,
  extreme,
  groups,
  keyring,
  knownModels,
  modelsByType,
  noTests,
  openai,
  pageOf,
  types,
  unreadable,
} from './channels.fixtures.ts';
import { ChannelsPage } from './channels-page.tsx';

const surroundings = [
  answering(getChannelTests, noTests),
  answering(countChannels, counts),
  answering(getChannelHealth, channelHealth),
  answering(listChannelTypes, types),
  answering(listGroups, groups),
  answering(listModelsByType, modelsByType),
  answering(listChannelModels, knownModels),
  areaDecorator({ id: 'admin-channels', area, role: 'admin' }),
];

const meta: Meta<typeof ChannelsPage> = {
  title: 'Channels/Page',
  component: ChannelsPage,
  parameters: { surroundings: 'area' },
};
export default meta;
type Story = StoryObj<typeof ChannelsPage>;

export const Filled: Story = {
  decorators: [answering(pageChannels, pageOf(channels, 123)), ...surroundings],
};

export const Extremes: Story = {
  decorators: [answering(pageChannels, pageOf([extreme, ...channels])), ...surroundings],
};

/** The list shows how many of several keys are enabled. */
export const SeveralKeys: Story = {
  decorators: [
    answering(pageChannels, pageOf([keyring, { ...keyring, id: 14, name: 'All on', multi_key_on: 3 }])),
    ...surroundings,
  ],
};

/** The list marks an unreadable key. */
export const UnreadableKey: Story = {
  decorators: [answering(pageChannels, pageOf([openai, unreadable])), ...surroundings],
};

export const Loading: Story = {
  decorators: [answering(pageChannels, pageOf([]), { delayMs: Number.POSITIVE_INFINITY }), ...surroundings],
};

export const Empty: Story = { decorators: [answering(pageChannels, pageOf([])), ...surroundings] };

export const Failed: Story = { decorators: [answering(pageChannels, { code: 'busy' }), ...surroundings] };

export const Forbidden: Story = {
  decorators: [answering(pageChannels, { code: 'not_allowed' }), ...surroundings],
};
