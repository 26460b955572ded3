import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import { listPricing } from '@tollgate/contract';
import { area } from '../area.tsx';
import { ChannelCreated } from './channel-created.tsx';
import { openai } from './channels.fixtures.ts';

const unpriced = openai.models.split(',').map((model_name) => ({
  ...{ model_name, quota_type: 0, model_ratio: 0, model_price: 0, completion_ratio: 0, owner_by: '' },
  ...{ enable_groups: ['default'], available: false, unpriced: true },
  ...{ vendor: 'OpenAI', kind: 'chat' as const, capabilities: [] },
}));

const surroundings = areaDecorator({ id: 'admin-channels', area, role: 'root', path: '/channel' });

const meta: Meta<typeof ChannelCreated> = {
  title: 'Channels/Created',
  component: ChannelCreated,
  args: { channel: openai, onPrices: () => {}, onClose: () => {} },
  parameters: { surroundings: 'area' },
};
export default meta;
type Story = StoryObj<typeof ChannelCreated>;

const prices = { group_ratio: {}, usable_group: {} };

export const AllPriced: Story = {
  decorators: [answering(listPricing, { data: [], ...prices }), surroundings],
};

export const WithoutPrices: Story = {
  decorators: [answering(listPricing, { data: unpriced, ...prices }), surroundings],
};
