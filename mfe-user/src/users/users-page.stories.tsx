import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { areaDecorator } from '@tollgate/console-sdk/testing';
import { getUser, listGroups, listLimitsOf, listUsers } from '@tollgate/contract';
import { area } from '../area.tsx';
import { extreme, groups, limitsOfUser, pageOf, people } from './users.fixtures.ts';
import { UsersPage } from './users-page.tsx';

const surroundings = [answering(listGroups, groups), areaDecorator({ id: 'user', area, role: 'root' })];

const meta: Meta<typeof UsersPage> = {
  title: 'Users/Page',
  component: UsersPage,
  parameters: { surroundings: 'area' },
};
export default meta;
type Story = StoryObj<typeof UsersPage>;

export const Filled: Story = { decorators: [answering(listUsers, pageOf(people, 123)), ...surroundings] };

export const Extremes: Story = {
  decorators: [answering(listUsers, pageOf([extreme, ...people])), ...surroundings],
};

export const Loading: Story = {
  decorators: [answering(listUsers, pageOf([]), { delayMs: Number.POSITIVE_INFINITY }), ...surroundings],
};

export const Empty: Story = { decorators: [answering(listUsers, pageOf([])), ...surroundings] };

export const Failed: Story = { decorators: [answering(listUsers, { code: 'busy' }), ...surroundings] };

export const Forbidden: Story = {
  decorators: [answering(listUsers, { code: 'not_allowed' }), ...surroundings],
};

export const Editing: Story = {
  decorators: [
    answering(listUsers, pageOf(people)),
    answering(getUser, extreme),
    answering(listLimitsOf, limitsOfUser),
    answering(listGroups, groups),
    areaDecorator({ id: 'user', area, role: 'root', path: '/user/edit/123456789' }),
  ],
};

export const Adding: Story = {
  decorators: [
    answering(listUsers, pageOf(people)),
    answering(listGroups, groups),
    areaDecorator({ id: 'user', area, role: 'root', path: '/user/edit' }),
  ],
};
