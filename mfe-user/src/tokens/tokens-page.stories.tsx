import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import {
  getStatus,
  listOwnGroups,
  listOwnLimits,
  listOwnModels,
  listTokenUsage,
  pageTokens,
} from '@tollgate/contract';
import { area } from '../area.tsx';
import { extreme, groups, models, pageOf, site, tokenLimits, tokens, usage } from './tokens.fixtures.ts';
import { TokensPage } from './tokens-page.tsx';

const surroundings = [
  answering(listOwnGroups, groups),
  answering(listOwnModels, models),
  answering(listOwnLimits, tokenLimits),
  answering(getStatus, site),
  answering(listTokenUsage, usage),
  areaDecorator({ id: 'user', area }),
];

const meta: Meta<typeof TokensPage> = {
  title: 'API tokens/Page',
  component: TokensPage,
  parameters: { surroundings: 'area' },
};
export default meta;
type Story = StoryObj<typeof TokensPage>;

export const Filled: Story = {
  decorators: [answering(pageTokens, pageOf(tokens, 123)), ...surroundings],
};

export const Extremes: Story = {
  decorators: [answering(pageTokens, pageOf([extreme, ...tokens])), ...surroundings],
};

export const Loading: Story = {
  decorators: [answering(pageTokens, pageOf([]), { delayMs: Number.POSITIVE_INFINITY }), ...surroundings],
};

export const Empty: Story = { decorators: [answering(pageTokens, pageOf([])), ...surroundings] };

export const Failed: Story = { decorators: [answering(pageTokens, { code: 'busy' }), ...surroundings] };

export const Forbidden: Story = {
  decorators: [answering(pageTokens, { code: 'not_allowed' }), ...surroundings],
};
