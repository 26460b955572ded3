import type { Meta, StoryObj } from '@storybook/react';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import { area } from '../area.tsx';
import { EntryDetails } from './entry-details.tsx';
import { adjustedCall, chatCall, extremeCall, imageCall, mappedCall, topUp } from './usage-log.fixtures.ts';

const meta: Meta<typeof EntryDetails> = {
  title: 'Usage log/Entry details',
  component: EntryDetails,
  args: { isAdmin: true },
  parameters: { surroundings: 'area' },
  decorators: [areaDecorator({ id: 'logs', area })],
};
export default meta;
type Story = StoryObj<typeof EntryDetails>;

export const ByTokens: Story = { args: { entry: chatCall } };

export const Adjusted: Story = { args: { entry: adjustedCall } };

export const MappedModel: Story = { args: { entry: mappedCall } };

export const ByCall: Story = { args: { entry: imageCall } };

export const SomethingElseCounted: Story = { args: { entry: { ...imageCall, quota: 80_000 } } };

export const NoCall: Story = { args: { entry: topUp } };

export const Extremes: Story = { args: { entry: extremeCall } };
