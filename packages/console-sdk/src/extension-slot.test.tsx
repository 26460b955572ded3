import { render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { createAreaContext } from './area-context.ts';
import { useArea } from './area-provider.tsx';
import { ExtensionSlot } from './extension-slot.tsx';
import { type Extensions, ExtensionsContext, noExtensions, type PlacedExtension } from './extensions.tsx';
import { createMockHost } from './mock-host.ts';
import { MockShell } from './mock-shell.tsx';
import { createStore } from './readable.ts';

const usage: PlacedExtension = { area: 'logs', id: 'usage', title: 'Usage', access: 'admin', isOff: false };
const ctx = createAreaContext(
  createMockHost({ role: 'admin' }, () => {}),
  { id: 'logs', buildId: 'b', version: '1' },
);

function Usage({ username }: { username: string }) {
  return `${useArea().area.id} knows ${username}`;
}

function Broken(): ReactNode {
  throw new Error('broken');
}

function draw(extensions: Partial<Extensions>, role: 'user' | 'admin' = 'admin', beside?: ReactNode) {
  const texts = { zh: async () => ({ default: {} }), en: async () => ({ default: {} }) };
  const value = { ...noExtensions, ...extensions };
  render(
    <MockShell id="user" area={{ texts }} path="/" role={role}>
      <ExtensionsContext value={value}>
        <p>The form</p>
        <ExtensionSlot point="user.drawer/v1" of={{ userId: 7, username: 'ada' }} />
        {beside}
      </ExtensionsContext>
    </MockShell>,
  );
}
const placed = [usage];
const at = () => placed;
const quiet = 'Usage is temporarily unavailable.';

test('an extension receives the props of its point and the context of its own area', async () => {
  draw({ at, open: async () => ({ Component: Usage as never, ctx }) });
  expect(await screen.findByText('logs knows ada')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Usage' }).dataset.area).toBe('logs');
});

test('a slow or missing extension does not block the page', async () => {
  draw({ at, open: () => new Promise(() => {}) }, 'admin', <p>The end</p>);
  expect(await screen.findByText('The form')).toBeTruthy();
  expect(screen.getByText('The end')).toBeTruthy();
});

test('an area that cannot be loaded leaves a short notice', async () => {
  draw({ at, open: () => Promise.reject(new Error('gone')) });
  expect(await screen.findByText(quiet)).toBeTruthy();
  expect(screen.getByText('The form')).toBeTruthy();
});

test('a crashing extension leaves a short notice and is reported under its area', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const noteCrash = vi.fn();
  draw({ at, noteCrash, open: async () => ({ Component: Broken as never, ctx }) });
  expect(await screen.findByText(quiet)).toBeTruthy();
  expect(noteCrash).toHaveBeenCalledWith(usage, expect.objectContaining({ message: 'broken' }));
  vi.restoreAllMocks();
});

test('a switched-off area shows a notice without loading its code, and returns when it is on again', async () => {
  const open = vi.fn(async () => ({ Component: Usage as never, ctx }));
  const extensions = createStore<readonly PlacedExtension[]>([{ ...usage, isOff: true }]);
  draw({ at: extensions.get, subscribe: extensions.subscribe, open });
  expect(await screen.findByText(quiet)).toBeTruthy();
  expect(open).not.toHaveBeenCalled();
  extensions.set(placed);
  expect(await screen.findByText('logs knows ada')).toBeTruthy();
});

test('a user without access does not see the extension', async () => {
  const open = vi.fn(async () => ({ Component: Usage as never, ctx }));
  draw({ at, open }, 'user');
  expect(await screen.findByText('The form')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Usage' })).toBeNull());
  expect(open).not.toHaveBeenCalled();
});
