import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import { editChannelTag, listChannelTypes, listGroups, testChannel } from '@tollgate/contract';
import { area } from '../area.tsx';
import { BatchTagDialog } from '../channels/batch-tag-dialog.tsx';
import { claude, groups, productionTag, types } from '../channels/channels.fixtures.ts';
import { TestDialog } from '../channels/test-dialog.tsx';
import { TagDrawer } from './tag-drawer.tsx';

const meta: Meta = {
  title: 'Channels/Tags and tests',
  parameters: { surroundings: 'area' },
  decorators: [
    answering(listChannelTypes, types),
    answering(listGroups, groups),
    answering(editChannelTag, undefined),
    answering(testChannel, { success: true, message: '', time: 0.84 }),
    areaDecorator({ id: 'admin-channels', area, role: 'admin' }),
  ],
};
export default meta;

export const EditTag: StoryObj = { render: () => <TagDrawer row={productionTag} onClose={() => {}} /> };

export const BatchTag: StoryObj = {
  render: () => <BatchTagDialog ids={[1, 2, 3]} onDone={() => {}} onClose={() => {}} />,
};

export const TestModels: StoryObj = { render: () => <TestDialog channel={claude} onClose={() => {}} /> };
