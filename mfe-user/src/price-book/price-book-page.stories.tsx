import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import { listPrices, listPriceVersions, listUnpriced, reviewPrices } from '@tollgate/contract';
import { area } from '../area.tsx';
import { HistoryDrawer } from './history-drawer.tsx';
import { bookEntries, reviewed, unpricedModels, versions } from './price-book.fixtures.ts';
import { PriceBookPage } from './price-book-page.tsx';
import { PriceDialog } from './price-dialog.tsx';
import { ReviewDrawer } from './review-drawer.tsx';

const surroundings = areaDecorator({ id: 'user', area, role: 'root', path: '/prices' });

const meta: Meta<typeof PriceBookPage> = {
  title: 'Price book/Page',
  component: PriceBookPage,
  parameters: { surroundings: 'area' },
};
export default meta;
type Story = StoryObj<typeof PriceBookPage>;

export const Filled: Story = {
  decorators: [answering(listPrices, bookEntries), answering(listUnpriced, unpricedModels), surroundings],
};

export const AllPriced: Story = {
  decorators: [answering(listPrices, bookEntries), answering(listUnpriced, []), surroundings],
};

export const Loading: Story = {
  decorators: [
    answering(listPrices, [], { delayMs: Number.POSITIVE_INFINITY }),
    answering(listUnpriced, []),
    surroundings,
  ],
};

export const Failed: Story = {
  decorators: [
    answering(listPrices, { code: 'busy' }),
    answering(listUnpriced, { code: 'busy' }),
    surroundings,
  ],
};

export const History: Story = {
  decorators: [answering(listPriceVersions, versions), surroundings],
  render: () => <HistoryDrawer model="claude-sonnet-4-5-20250929" onClose={() => {}} />,
};

export const Editing: Story = {
  decorators: [surroundings],
  render: () => <PriceDialog model="gpt-5.5" price={bookEntries[2]?.price ?? null} onClose={() => {}} />,
};

export const Review: Story = {
  decorators: [answering(reviewPrices, reviewed), surroundings],
  render: () => <ReviewDrawer onClose={() => {}} />,
};
