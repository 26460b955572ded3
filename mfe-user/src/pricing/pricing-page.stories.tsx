import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import { getModelService, listOwnUsage, listPricing, pageTokens } from '@tollgate/contract';
import { area } from '../area.tsx';
import { extremePrices, manyModels, prices, visitorPrices } from './pricing.fixtures.ts';
import { PricingPage } from './pricing-page.tsx';

const surroundings = areaDecorator({ id: 'user', area, path: '/pricing' });
const forVisitors = areaDecorator({ id: 'user', area, path: '/pricing', role: 'public' });

const meta: Meta<typeof PricingPage> = {
  title: 'Pricing/Page',
  component: PricingPage,
  parameters: { surroundings: 'area' },
};
export default meta;
type Story = StoryObj<typeof PricingPage>;

export const Filled: Story = { decorators: [answering(listPricing, prices), surroundings] };

export const Sheet: Story = {
  decorators: [
    answering(listPricing, prices),
    answering(getModelService, {
      status: 'degraded',
      success_rate: 0.912,
      first_token_ms: 640,
      tokens_per_second: 48,
    }),
    answering(pageTokens, { items: [], total: 0, page: 1, page_size: 100, next_cursor: null }),
    answering(listOwnUsage, []),
    areaDecorator({ id: 'user', area, path: '/pricing?model=gpt-4o' }),
  ],
};

export const Visitor: Story = { decorators: [answering(listPricing, visitorPrices), forVisitors] };

export const TwoThousandModels: Story = { decorators: [answering(listPricing, manyModels()), surroundings] };

export const Extremes: Story = { decorators: [answering(listPricing, extremePrices), surroundings] };

export const Loading: Story = {
  decorators: [answering(listPricing, prices, { delayMs: Number.POSITIVE_INFINITY }), surroundings],
};

export const Empty: Story = {
  decorators: [answering(listPricing, { ...prices, data: [] }), surroundings],
};

export const Failed: Story = { decorators: [answering(listPricing, { code: 'busy' }), surroundings] };

export const Forbidden: Story = {
  decorators: [answering(listPricing, { code: 'not_allowed' }), surroundings],
};
