import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { listNotifications, type Notification } from '@tollgate/contract';
import { ConsoleStory } from '../../testing/console-story.tsx';
import { followToolbar } from '../../testing/follow-toolbar.tsx';
import { notifications } from '../../testing/notifications.ts';
import { root } from '../../testing/users.ts';

const meta: Meta<typeof ConsoleStory> = {
  title: 'Shell/Inbox',
  component: ConsoleStory,
  parameters: { surroundings: 'page', layout: 'fullscreen' },
  args: { url: '/about', user: root, unread: 2 },
  decorators: [followToolbar],
  play: async ({ canvasElement }) => {
    const bell = () =>
      canvasElement.querySelector<HTMLElement>('header [aria-haspopup="dialog"][aria-expanded]');
    while (!bell()) await new Promise((resolve) => setTimeout(resolve, 50));
    bell()?.click();
  },
};
export default meta;
type Story = StoryObj<typeof ConsoleStory>;

// Stories are values, so their shared values come first.
const [first] = notifications as [Notification];
const long: Notification[] = Array.from({ length: 60 }, (_, index) => ({
  ...first,
  id: index,
  title: `Channel ${'a-name-without-a-break-'.repeat(4)} was disabled automatically`,
  text: 'The provider answered with a very long sentence that no reader needs to its end. '.repeat(4),
  is_read: index % 3 === 0,
}));

export const Filled: Story = { decorators: [answering(listNotifications, notifications)] };
export const Extremes: Story = {
  args: { unread: 100, notice: 'Maintenance on Sunday' },
  decorators: [answering(listNotifications, long)],
};
export const Empty: Story = { args: { unread: 0 }, decorators: [answering(listNotifications, [])] };
export const Loading: Story = {
  decorators: [answering(listNotifications, [], { delayMs: Number.POSITIVE_INFINITY })],
};
export const Failed: Story = { decorators: [answering(listNotifications, { code: 'internal' })] };
