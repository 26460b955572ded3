import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import {
  getSelf,
  getStatus,
  getTopUpPrice,
  listOwnEntries,
  listOwnLimits,
  listOwnTopUps,
} from '@tollgate/contract';
import { area } from '../area.tsx';
import {
  closedShop,
  entries,
  overdrawn,
  ownLimits,
  pageOf,
  paid,
  self,
  shop,
  waiting,
} from './wallet.fixtures.ts';
import { WalletPage } from './wallet-page.tsx';

const surroundings = areaDecorator({ id: 'user', area, path: '/topup' });
const pricing = answering(getTopUpPrice, { message: 'success', data: '29.20' });
const unlimited = answering(listOwnLimits, []);
const never = { delayMs: Number.POSITIVE_INFINITY };

const meta: Meta<typeof WalletPage> = {
  title: 'Wallet/Page',
  component: WalletPage,
  parameters: { surroundings: 'area' },
};
export default meta;
type Story = StoryObj<typeof WalletPage>;

export const Filled: Story = {
  decorators: [
    answering(getSelf, self),
    answering(getStatus, shop),
    answering(listOwnTopUps, pageOf([paid])),
    answering(listOwnEntries, pageOf(entries, 123)),
    pricing,
    answering(listOwnLimits, ownLimits),
    surroundings,
  ],
};

export const WaitingForPayment: Story = {
  decorators: [
    answering(getSelf, self),
    answering(getStatus, shop),
    answering(listOwnTopUps, pageOf([waiting(), paid])),
    answering(listOwnEntries, pageOf(entries)),
    pricing,
    unlimited,
    surroundings,
  ],
};

export const Paid: Story = {
  decorators: [
    answering(getSelf, self),
    answering(getStatus, shop),
    answering(listOwnTopUps, pageOf([paid])),
    answering(listOwnEntries, pageOf(entries)),
    pricing,
    areaDecorator({ id: 'user', area, path: `/topup?out_trade_no=${paid.trade_no}` }),
  ],
};

export const OverdrawnAndClosed: Story = {
  decorators: [
    answering(getSelf, overdrawn),
    answering(getStatus, closedShop),
    answering(listOwnTopUps, pageOf([])),
    answering(listOwnEntries, pageOf([])),
    unlimited,
    surroundings,
  ],
};

export const Loading: Story = {
  decorators: [
    answering(getSelf, self, never),
    answering(getStatus, shop, never),
    answering(listOwnTopUps, pageOf([]), never),
    answering(listOwnEntries, pageOf([]), never),
    unlimited,
    surroundings,
  ],
};

export const Failed: Story = {
  decorators: [
    answering(getSelf, { code: 'busy' }),
    answering(getStatus, shop),
    answering(listOwnTopUps, { code: 'busy' }),
    answering(listOwnEntries, { code: 'busy' }),
    answering(getTopUpPrice, { code: 'busy' }),
    unlimited,
    surroundings,
  ],
};

export const Forbidden: Story = {
  decorators: [
    answering(getSelf, { code: 'not_allowed' }),
    answering(getStatus, closedShop),
    answering(listOwnTopUps, { code: 'not_allowed' }),
    answering(listOwnEntries, { code: 'not_allowed' }),
    unlimited,
    surroundings,
  ],
};
