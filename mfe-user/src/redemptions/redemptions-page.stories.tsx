import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import { listRedemptions } from '@tollgate/contract';
import { area } from '../area.tsx';
import { codes, extreme, pageOf } from './redemptions.fixtures.ts';
import { RedemptionsPage } from './redemptions-page.tsx';

const surroundings = [areaDecorator({ id: 'user', area, role: 'admin' })];

const meta: Meta<typeof RedemptionsPage> = {
  title: 'Redemption codes/Page',
  component: RedemptionsPage,
  parameters: { surroundings: 'area' },
};
export default meta;
type Story = StoryObj<typeof RedemptionsPage>;

export const Filled: Story = {
  decorators: [answering(listRedemptions, pageOf(codes, 123)), ...surroundings],
};

export const Extremes: Story = {
  decorators: [answering(listRedemptions, pageOf([extreme, ...codes])), ...surroundings],
};

export const Loading: Story = {
  decorators: [
    answering(listRedemptions, pageOf([]), { delayMs: Number.POSITIVE_INFINITY }),
    ...surroundings,
  ],
};

export const Empty: Story = { decorators: [answering(listRedemptions, pageOf([])), ...surroundings] };

export const Failed: Story = {
  decorators: [answering(listRedemptions, { code: 'busy' }), ...surroundings],
};
