import type { Meta, StoryObj } from '@storybook/react';
import { LimitSection } from './limit-section.tsx';
import type { LimitItem } from './types.ts';

const soon = Math.floor(Date.now() / 1000) + 5 * 3600;
const budget: LimitItem = {
  ...{ key: '1', name: 'Trial accounts', resource: 'quota', amount: 500_000, window: 'day', models: '' },
  ...{ spent: 180_000, held: 60_000, resets_at: soon },
};
const items: LimitItem[] = [
  budget,
  { ...budget, key: '2', name: '', resource: 'tokens', window: 'rolling:5', models: 'gpt-*', spent: 410_000 },
  {
    ...budget,
    key: '3',
    name: '',
    whose: 'Token laptop',
    resource: 'requests',
    amount: 12,
    spent: 12,
    held: 0,
  },
  { ...budget, key: '4', name: '', whose: 'Group', resource: 'concurrent', amount: 20, spent: 0, held: 3 },
  { ...budget, key: '5', name: 'Contract', window: 'forever', resets_at: 0, spent: 500_001, held: 0 },
  {
    ...budget,
    key: '6',
    name: 'x'.repeat(64),
    amount: 9_000_000_000_000_000,
    spent: 8_999_999_999_999_999,
    held: 0,
  },
];

const meta: Meta<typeof LimitSection> = { title: 'Display/Limits', component: LimitSection };
export default meta;
type Story = StoryObj<typeof LimitSection>;

export const Filled: Story = { args: { items } };
export const Empty: Story = { args: { items: [] } };
export const Loading: Story = { args: { items: undefined } };
export const Failed: Story = { args: { items: undefined, error: { code: 'busy' } } };
