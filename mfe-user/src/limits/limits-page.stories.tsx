import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import { getLimitUsage, listLimits } from '@tollgate/contract';
import { area } from '../area.tsx';
import { limits, pageOf, windows } from './limits.fixtures.ts';
import { LimitsPage } from './limits-page.tsx';

const surroundings = [answering(getLimitUsage, windows), areaDecorator({ id: 'user', area, role: 'admin' })];

const meta: Meta<typeof LimitsPage> = {
  title: 'Limits/Page',
  component: LimitsPage,
  parameters: { surroundings: 'area' },
};
export default meta;
type Story = StoryObj<typeof LimitsPage>;

export const Filled: Story = { decorators: [answering(listLimits, pageOf(limits, 23)), ...surroundings] };

export const Loading: Story = {
  decorators: [answering(listLimits, pageOf([]), { delayMs: Number.POSITIVE_INFINITY }), ...surroundings],
};

export const Empty: Story = { decorators: [answering(listLimits, pageOf([])), ...surroundings] };

export const Failed: Story = { decorators: [answering(listLimits, { code: 'busy' }), ...surroundings] };
