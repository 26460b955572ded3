import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import { pageTokens } from '@tollgate/contract';
import { area } from '../area.tsx';
import { extreme, nightly, pageOf, production } from './list.fixtures.ts';
import { ListPage } from './list-page.tsx';

const inArea = areaDecorator({ id: 'example-area', area, role: 'user' });

const meta: Meta<typeof ListPage> = {
  title: 'Example area/Page',
  component: ListPage,
  parameters: { surroundings: 'area' },
};
export default meta;
type Story = StoryObj<typeof ListPage>;

export const Filled: Story = {
  decorators: [answering(pageTokens, pageOf([production, nightly], 123)), inArea],
};

export const Extremes: Story = {
  decorators: [answering(pageTokens, pageOf([extreme, production])), inArea],
};

export const Loading: Story = {
  decorators: [answering(pageTokens, pageOf([]), { delayMs: Number.POSITIVE_INFINITY }), inArea],
};

export const Empty: Story = { decorators: [answering(pageTokens, pageOf([])), inArea] };

export const Failed: Story = { decorators: [answering(pageTokens, { code: 'busy' }), inArea] };

export const Forbidden: Story = { decorators: [answering(pageTokens, { code: 'not_allowed' }), inArea] };
