import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { getStatusPage } from '@tollgate/contract';
import { ConsoleStory } from '../../testing/console-story.tsx';
import { followToolbar } from '../../testing/follow-toolbar.tsx';
import { admin } from '../../testing/users.ts';
import { incident, models, page } from './status-page.fixtures.ts';

const meta: Meta<typeof ConsoleStory> = {
  title: 'Shell/Status page',
  component: ConsoleStory,
  parameters: { surroundings: 'page', layout: 'fullscreen' },
  args: { url: '/status', status: { status_page_enabled: true } },
  decorators: [followToolbar],
};
export default meta;
type Story = StoryObj<typeof ConsoleStory>;

// Stories are values, so their shared values come first.
const [first = models[0]!] = models;
const extremes = {
  ...page,
  models: Array.from({ length: 60 }, (_, index) => ({
    ...first,
    model: `a-model-with-a-name-that-does-not-fit-into-its-column-${'x'.repeat(index)}`,
    status: index < 3 ? ('down' as const) : ('up' as const),
  })),
  incidents: [
    { ...incident, title: 'Outage '.repeat(17).trim(), text: 'What we know: nothing.\n'.repeat(12) },
  ],
};

export const Filled: Story = { decorators: [answering(getStatusPage, page)] };
export const ForAdministrators: Story = {
  args: { user: admin },
  decorators: [answering(getStatusPage, page)],
};
export const Extremes: Story = { decorators: [answering(getStatusPage, extremes)] };
export const Empty: Story = {
  decorators: [answering(getStatusPage, { ...page, models: [], incidents: [] })],
};
export const Loading: Story = {
  decorators: [answering(getStatusPage, page, { delayMs: Number.POSITIVE_INFINITY })],
};
export const Failed: Story = { decorators: [answering(getStatusPage, { code: 'busy' })] };
