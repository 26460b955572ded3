import { screen, waitFor, within } from '@testing-library/react';
import {
  createAreaContext,
  type ExtensionProps,
  type Extensions,
  noExtensions,
  type PlacedExtension,
} from '@tollgate/console-sdk';
import { createMockHost } from '@tollgate/console-sdk/testing';
import type { ResolvedArea } from '@tollgate/contract';
import { useEffect } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { areas } from '../../testing/areas.ts';
import { makeArea, makeEntry } from '../../testing/make-area.ts';
import { ada, admin } from '../../testing/users.ts';
import { visit } from '../../testing/visit.tsx';

afterEach(() => vi.restoreAllMocks());

const money = { id: 'billing.money', title: 'money', order: 450, access: 'admin' as const };
const margin = makeArea(
  'margin',
  [{ path: '/margin', access: 'admin', title: 'margin' }],
  [makeEntry('/margin', { section: 'billing.money', access: 'admin' })],
);

function billing(): ResolvedArea {
  const area = makeArea('billing', []);
  return {
    ...area,
    contributes: { ...area.contributes, sections: [money] },
    texts: { en: { money: 'Money' }, zh: { money: '资金' } },
  };
}

async function sectionOf(entry: string): Promise<string> {
  const nav = await screen.findByRole('navigation', { name: 'Console' });
  const link = within(nav).getByRole('link', { name: entry });
  return link.closest('section')?.querySelector('h2')?.textContent ?? '';
}

test('entries of other areas are in a section that an area adds, at its place', async () => {
  visit({ url: '/token', user: admin, areas: [...areas, margin, billing()] });
  expect(await sectionOf('margin')).toBe('Money');
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings.slice(headings.indexOf('Admin'))).toEqual(['Admin', 'Money', 'Personal']);
});

test('entries of a section whose area is not there are among those of administrators', async () => {
  visit({ url: '/token', user: admin, areas: [...areas, margin] });
  expect(await sectionOf('margin')).toBe('Admin');
});

const badge: PlacedExtension = {
  area: 'channels',
  id: 'tripped',
  title: 'tripped',
  access: 'admin',
  isOff: false,
  target: 'channels.channel',
};
const ctx = createAreaContext(
  createMockHost({}, () => {}),
  { id: 'channels', buildId: 'b', version: '1' },
);

function Three({ onBadge }: ExtensionProps<'shell.badge/v1'>) {
  useEffect(() => onBadge({ count: 3, label: '3 channels are off' }), [onBadge]);
  return null;
}

function openWith(Component: unknown, rest: Partial<PlacedExtension> = {}, user = admin) {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const open = vi.fn(async () => ({ Component: Component as never, ctx }));
  const placed = [{ ...badge, ...rest }];
  const nothing: PlacedExtension[] = [];
  const at = (point: string) => (point === 'shell.badge/v1' ? placed : nothing);
  const noteCrash = vi.fn();
  const extensions: Extensions = { ...noExtensions, at, open, noteCrash };
  visit({ url: '/token', user, extensions });
  return { open, noteCrash };
}

const LATER = { timeout: 6000 };

test('a count of an area is at its entry in the menu, in words for screen readers', async () => {
  openWith(Three);
  const link = await screen.findByRole('link', { name: 'channel: 3 channels are off' }, LATER);
  const shown = [...link.querySelectorAll('.sh-sidebar-label, .sh-sidebar-badge')];
  expect(shown.map(({ textContent }) => textContent)).toEqual(['channel', '3']);
});

test('a component that throws leaves the entry without a count, and is reported', async () => {
  const { noteCrash } = openWith(() => {
    throw new Error('broken');
  });
  await waitFor(() => expect(noteCrash).toHaveBeenCalled(), LATER);
  expect(screen.getByRole('link', { name: 'channel' }).textContent).toBe('channel');
});

test.each<[string, Partial<PlacedExtension>, typeof admin]>([
  ['of a switched-off area', { isOff: true }, admin],
  ['for an entry that the user does not have', {}, ada],
  ['for an entry that no area has', { target: 'channels.gone' }, admin],
])('a count %s is not loaded', async (_, rest, user) => {
  const { open } = openWith(Three, rest, user);
  await screen.findByRole('link', { name: 'token' });
  await new Promise((resolve) => setTimeout(resolve, 3200));
  expect(open).not.toHaveBeenCalled();
});
