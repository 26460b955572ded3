import type { Meta, StoryObj } from '@storybook/react';
import { answering } from '@tollgate/api-client/testing';
import { listSessions, type UserSession } from '@tollgate/contract';
import { type ComponentType, useEffect } from 'react';
import { awaitingRelogin } from './session/awaiting-relogin.ts';
import { ConsoleStory } from './testing/console-story.tsx';
import { followToolbar } from './testing/follow-toolbar.tsx';
import { ada, admin, root } from './testing/users.ts';

const meta: Meta<typeof ConsoleStory> = {
  title: 'Shell/Dialogs',
  component: ConsoleStory,
  parameters: { surroundings: 'page', layout: 'fullscreen' },
  decorators: [followToolbar],
};
export default meta;
type Story = StoryObj<typeof ConsoleStory>;

// Stories are values, so their shared values come first.
const here: UserSession = {
  id: '0123456789abcdef',
  ip: '192.0.2.7',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  created_at: 1_773_400_000,
  last_seen_at: 1_773_480_000,
  current: true,
};
const elsewhere: UserSession[] = [
  {
    ...here,
    id: '1',
    current: false,
    ip: '198.51.100.4',
    user_agent: 'Mozilla/5.0 (iPhone) CriOS/140 Safari',
  },
  { ...here, id: '2', current: false, ip: '2001:db8:85a3:8d3:1319:8a2e:370:7348', user_agent: 'curl/8.14.1' },
];

export const Palette: Story = { args: { url: '/about', user: root, dialog: 'palette' } };
export const PaletteOfVisitor: Story = { args: { url: '/about', dialog: 'palette' } };
export const Shortcuts: Story = { args: { url: '/about', user: root, dialog: 'shortcuts' } };
export const Sessions: Story = {
  args: { url: '/about', user: ada, dialog: 'sessions' },
  decorators: [answering(listSessions, [here, ...elsewhere])],
};
export const OnlyThisSession: Story = {
  args: { url: '/about', user: ada, dialog: 'sessions' },
  decorators: [answering(listSessions, [here])],
};
export const SessionsFailed: Story = {
  args: { url: '/about', user: ada, dialog: 'sessions' },
  decorators: [answering(listSessions, { code: 'internal' })],
};
export const SessionOver: Story = { args: { url: '/about', user: ada }, decorators: [withHeldPage('ended')] };
export const SignedOutInOtherTab: Story = {
  args: { url: '/about', user: ada },
  decorators: [withHeldPage('signed-out')],
};
export const DevelopmentServer: Story = { args: { url: '/log', user: admin, dialog: 'override' } };
export const AreaFromDevelopmentServer: Story = {
  args: {
    url: '/log',
    user: admin,
    overrides: [
      { id: 'logs', origin: 'http://127.0.0.1:3104', until: 1_773_480_000 },
      { id: 'settings', origin: 'http://localhost:3105', until: 1_773_483_600 },
    ],
  },
  decorators: [withoutServer],
};
export const Offline: Story = { args: { url: '/about', user: ada }, decorators: [withoutNetwork] };

/** The session is over, and the page has unsaved changes. */
function withHeldPage(reason: 'ended' | 'signed-out') {
  return (Story: ComponentType) => {
    useEffect(() => {
      awaitingRelogin.set(reason);
      return () => awaitingRelogin.set(false);
    }, []);
    return <Story />;
  };
}

/** Simulates a browser without network while the story is on screen. */
function withoutNetwork(Story: ComponentType) {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false });
  // biome-ignore lint/correctness/useHookAtTopLevel: Storybook renders decorators as components
  useEffect(() => () => void Reflect.deleteProperty(navigator, 'onLine'), []);
  return <Story />;
}

/** No server exists for the area of the story. */
function withoutServer(Story: ComponentType) {
  const { EventSource } = globalThis;
  globalThis.EventSource = class extends EventTarget {
    onmessage = null;
    close() {}
  } as never;
  // biome-ignore lint/correctness/useHookAtTopLevel: Storybook renders decorators as components
  useEffect(() => () => void Object.assign(globalThis, { EventSource }), []);
  return <Story />;
}
