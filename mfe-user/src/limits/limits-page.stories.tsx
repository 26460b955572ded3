import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import { getLimitUsage, getSiteLimit, listCloseLimits, listLimits } from '@tollgate/contract';
import { area } from '../area.tsx';
import { close, limits, noSiteLimit, pageOf, siteLimit, windows } from './limits.fixtures.ts';
import { LimitsPage } from './limits-page.tsx';

const surroundings = [
  answering(getLimitUsage, windows),
  answering(listCloseLimits, []),
  answering(getSiteLimit, noSiteLimit),
  areaDecorator({ id: 'user', area, role: 'admin' }),
];

const meta: Meta<typeof LimitsPage> = {
  title: 'Limits/Page',
  component: LimitsPage,
  parameters: { surroundings: 'area' },
};
export default meta;
type Story = StoryObj<typeof LimitsPage>;

export const Filled: Story = { decorators: [answering(listLimits, pageOf(limits, 23)), ...surroundings] };

/** Somebody has used most of a limit, and the model rate limit of the settings is on. */
export const Close: Story = {
  decorators: [
    answering(listLimits, pageOf(limits, 23)),
    answering(getLimitUsage, windows),
    answering(listCloseLimits, close),
    answering(getSiteLimit, siteLimit),
    areaDecorator({ id: 'user', area, role: 'root' }),
  ],
};

export const Loading: Story = {
  decorators: [answering(listLimits, pageOf([]), { delayMs: Number.POSITIVE_INFINITY }), ...surroundings],
};

export const Empty: Story = { decorators: [answering(listLimits, pageOf([])), ...surroundings] };

export const Failed: Story = { decorators: [answering(listLimits, { code: 'busy' }), ...surroundings] };
