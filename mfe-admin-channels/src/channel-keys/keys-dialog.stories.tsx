import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import { addChannelKeys, listChannelKeys, removeChannelKeys, setChannelKeys } from '@tollgate/contract';
import { area } from '../area.tsx';
import { channelKeys, manyKeys, openai } from '../channels/channels.fixtures.ts';
import { KeysDialog } from './keys-dialog.tsx';

const surroundings = areaDecorator({ id: 'admin-channels', area, role: 'admin' });

const meta: Meta<typeof KeysDialog> = {
  title: 'Channels/Keys',
  component: KeysDialog,
  args: { channel: openai, onClose: () => {} },
  parameters: { surroundings: 'area' },
};
export default meta;
type Story = StoryObj<typeof KeysDialog>;

export const Filled: Story = {
  decorators: [
    answering(listChannelKeys, channelKeys),
    answering(setChannelKeys, channelKeys),
    answering(addChannelKeys, { added: 1, skipped: 1, keys: channelKeys }),
    answering(removeChannelKeys, channelKeys.slice(0, 2)),
    surroundings,
  ],
};

/** A long list, and a very long reason. */
export const Extremes: Story = { decorators: [answering(listChannelKeys, manyKeys), surroundings] };

export const Loading: Story = {
  decorators: [answering(listChannelKeys, [], { delayMs: Number.POSITIVE_INFINITY }), surroundings],
};

/** The others were removed meanwhile. */
export const Single: Story = {
  decorators: [answering(listChannelKeys, channelKeys.slice(0, 1)), surroundings],
};

export const Failed: Story = {
  decorators: [answering(listChannelKeys, { code: 'busy' }), surroundings],
};

/** Its stored key cannot be read. */
export const Unreadable: Story = {
  decorators: [answering(listChannelKeys, { code: 'channel_key_unreadable' }), surroundings],
};

/** Disabling or removing the only enabled key is rejected. */
export const LastOne: Story = {
  decorators: [
    answering(listChannelKeys, channelKeys),
    answering(setChannelKeys, { code: 'channel_last_key' }),
    answering(removeChannelKeys, { code: 'channel_last_key' }),
    answering(addChannelKeys, { code: 'invalid_input', details: { field: 'key', reason: 'too_big' } }),
    surroundings,
  ],
};
