import type { Meta, StoryObj } from '@storybook/react';
import { QuotaInput } from '@tollgate/ui/form';
import { docsOf } from '../docs/component-docs.tsx';

const meta: Meta<typeof QuotaInput> = {
  title: 'Components/QuotaInput',
  component: QuotaInput,
  args: { 'aria-label': 'Amount', value: 500_000, disabled: false, negative: false },
};
export default meta;

export const Docs: StoryObj = docsOf({
  name: 'QuotaInput',
  from: '@tollgate/ui/form',
  use: 'An amount of money. It shows the currency of the site and stores quota units.',
  anatomy: ['Label above it.', 'Currency and amount.', 'What the amount is in units, on demand.'],
  dos: ['Offer the usual amounts next to it.'],
  donts: ['Show quota units to people who do not administer the site.'],
  keys: [['Arrow up, arrow down', 'One step more or less.']],
  states: [
    { name: 'Filled', children: <QuotaInput aria-label="Amount" value={500_000} /> },
    { name: 'Empty', children: <QuotaInput aria-label="Amount" /> },
    { name: 'Hover', look: 'hover', children: <QuotaInput aria-label="Amount" value={500_000} /> },
    { name: 'Disabled', children: <QuotaInput aria-label="Amount" value={500_000} disabled /> },
  ],
  page: '/redemption',
});

export const Playground: StoryObj<typeof QuotaInput> = {};
