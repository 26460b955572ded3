import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import { getSetup, submitSetup } from '@tollgate/contract';
import { area } from '../area.tsx';
import { ModesDialog } from './modes-dialog.tsx';
import { byOtherName, fresh, remote, withRoot } from './setup.fixtures.ts';
import { SetupDone } from './setup-done.tsx';
import { SetupPage } from './setup-page.tsx';

const surroundings = [
  answering(submitSetup, undefined, { delayMs: Number.POSITIVE_INFINITY }), // a story must not navigate away
  areaDecorator({ id: 'admin-settings', area, role: 'public', path: '/setup' }),
];

const meta: Meta<typeof SetupPage> = {
  title: 'Setup/Page',
  component: SetupPage,
  parameters: { surroundings: 'area' },
};
export default meta;
type Story = StoryObj<typeof SetupPage>;

export const OnSqlite: Story = { decorators: [answering(getSetup, fresh), ...surroundings] };

export const FromAnotherMachine: Story = { decorators: [answering(getSetup, remote), ...surroundings] };

export const ByOtherName: Story = { decorators: [answering(getSetup, byOtherName), ...surroundings] };

export const WithRoot: Story = { decorators: [answering(getSetup, withRoot), ...surroundings] };

export const Loading: Story = {
  decorators: [answering(getSetup, fresh, { delayMs: Number.POSITIVE_INFINITY }), ...surroundings],
};

export const Failed: Story = { decorators: [answering(getSetup, { code: 'busy' }), ...surroundings] };

export const Refused: Story = {
  decorators: [
    answering(submitSetup, { code: 'setup_token_required' }),
    answering(getSetup, remote),
    areaDecorator({ id: 'admin-settings', area, role: 'public', path: '/setup' }),
  ],
};

export const Modes: Story = { render: () => <ModesDialog onClose={() => {}} />, decorators: surroundings };

export const Done: Story = { render: () => <SetupDone onLeave={() => {}} />, decorators: surroundings };
