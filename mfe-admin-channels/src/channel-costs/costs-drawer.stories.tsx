import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import { listChannelCosts, saveChannelCosts } from '@tollgate/contract';
import { area } from '../area.tsx';
import { openai } from '../channels/channels.fixtures.ts';
import { channelCosts } from './channel-costs.fixtures.ts';
import { CostsDrawer } from './costs-drawer.tsx';

const surroundings = areaDecorator({ id: 'admin-channels', area, role: 'admin' });

const meta: Meta<typeof CostsDrawer> = {
  title: 'Channels/Costs',
  component: CostsDrawer,
  args: { channel: openai, onClose: () => {} },
  parameters: { surroundings: 'area' },
};
export default meta;
type Story = StoryObj<typeof CostsDrawer>;

export const Filled: Story = {
  decorators: [
    answering(listChannelCosts, channelCosts),
    answering(saveChannelCosts, channelCosts),
    surroundings,
  ],
};

export const Empty: Story = { decorators: [answering(listChannelCosts, []), surroundings] };

export const Loading: Story = {
  decorators: [answering(listChannelCosts, [], { delayMs: Number.POSITIVE_INFINITY }), surroundings],
};

export const Failed: Story = { decorators: [answering(listChannelCosts, { code: 'busy' }), surroundings] };
