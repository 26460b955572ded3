import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import { getUser, listUserEntries } from '@tollgate/contract';
import { area } from '../area.tsx';
import { StatementPage } from './statement-page.tsx';
import { ada, entries, pageOf } from './users.fixtures.ts';

const statement = { ...pageOf(entries, 45), next_cursor: null };
const surroundings = [
  answering(getUser, ada),
  areaDecorator({ id: 'user', area, role: 'admin', path: '/user/statement/7' }),
];

const meta: Meta<typeof StatementPage> = {
  title: 'Users/Statement',
  component: StatementPage,
  parameters: { surroundings: 'area' },
};
export default meta;
type Story = StoryObj<typeof StatementPage>;

export const Filled: Story = { decorators: [answering(listUserEntries, statement), ...surroundings] };

export const Empty: Story = {
  decorators: [answering(listUserEntries, { ...statement, items: [], total: 0 }), ...surroundings],
};

export const Forbidden: Story = {
  decorators: [answering(listUserEntries, { code: 'user_above' }), ...surroundings],
};
