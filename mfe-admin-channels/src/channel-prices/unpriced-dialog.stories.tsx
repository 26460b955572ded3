import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import { listUnpriced, setPrices } from '@tollgate/contract';
import { area } from '../area.tsx';
import { unpriced } from './channel-prices.fixtures.ts';
import { UnpricedDialog } from './unpriced-dialog.tsx';

const meta: Meta<typeof UnpricedDialog> = {
  title: 'Channels/Prices',
  component: UnpricedDialog,
  args: { models: unpriced.map(({ model }) => model), onClose: () => {} },
  parameters: { surroundings: 'area' },
};
export default meta;
type Story = StoryObj<typeof UnpricedDialog>;

export const Filled: Story = {
  decorators: [
    answering(listUnpriced, unpriced),
    answering(setPrices, undefined),
    areaDecorator({ id: 'admin-channels', area, role: 'admin' }),
  ],
};
