import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import { listOptions, saveOption } from '@tollgate/contract';
import { area } from '../area.tsx';
import { extremeRows, rows } from './settings.fixtures.ts';
import { SettingsPage } from './settings-page.tsx';

const surroundings = [
  answering(saveOption, undefined),
  areaDecorator({ id: 'admin-settings', area, role: 'root', path: '/setting' }),
];

const meta: Meta<typeof SettingsPage> = {
  title: 'System settings/Page',
  component: SettingsPage,
  parameters: { surroundings: 'area' },
};
export default meta;
type Story = StoryObj<typeof SettingsPage>;

export const Operation: Story = { decorators: [answering(listOptions, rows), ...surroundings] };

export const Extremes: Story = { decorators: [answering(listOptions, extremeRows), ...surroundings] };

export const SomeSavesFail: Story = {
  decorators: [
    answering(saveOption, ({ key }) => (key === 'RetryTimes' ? { code: 'busy' } : undefined)),
    answering(listOptions, rows),
    areaDecorator({ id: 'admin-settings', area, role: 'root', path: '/setting' }),
  ],
};

export const Loading: Story = {
  decorators: [answering(listOptions, rows, { delayMs: Number.POSITIVE_INFINITY }), ...surroundings],
};

export const Failed: Story = { decorators: [answering(listOptions, { code: 'busy' }), ...surroundings] };

export const Forbidden: Story = {
  decorators: [areaDecorator({ id: 'admin-settings', area, role: 'admin', path: '/setting' })],
};
