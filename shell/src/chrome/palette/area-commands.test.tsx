import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  createAreaContext,
  type ExtensionProps,
  type Extensions,
  noExtensions,
  type PlacedExtension,
} from '@tollgate/console-sdk';
import { createMockHost } from '@tollgate/console-sdk/testing';
import { expect, test } from 'vitest';
import { areas } from '../../testing/areas.ts';
import { ada } from '../../testing/users.ts';
import { visit } from '../../testing/visit.tsx';
import { openDialog } from '../dialogs/open-dialog.ts';

const command = (rest: Partial<PlacedExtension>): PlacedExtension => ({
  area: 'user',
  id: 'create',
  title: 'create',
  access: 'user',
  isOff: false,
  ...rest,
});
const placed = [
  command({}),
  command({ id: 'admins', title: 'admins', access: 'admin' }),
  command({ id: 'off', title: 'off', isOff: true }),
];
const nothing: PlacedExtension[] = [];
const ctx = createAreaContext(
  createMockHost({}, () => {}),
  { id: 'user', buildId: 'b', version: '1' },
);

function Create({ onClose }: ExtensionProps<'shell.command/v1'>) {
  return (
    <div role="dialog" aria-label="Created above the page">
      <button type="button" onClick={onClose}>
        Done
      </button>
    </div>
  );
}

/** Opens the palette on the page of the usage log. */
async function openPalette(open: Extensions['open']) {
  const en = { create: 'Create something', admins: 'Create something else', off: 'Create something off' };
  const texts = { en, zh: { create: '创建' } };
  const named = areas.map((area) => (area.id === 'user' ? { ...area, texts } : area));
  const at = (point: string) => (point === 'shell.command/v1' ? placed : nothing);
  visit({ url: '/log', user: ada, areas: named, extensions: { ...noExtensions, at, open } });
  await screen.findAllByRole('heading');
  openDialog('palette');
  const search = await screen.findByRole('combobox');
  await userEvent.type(search, 'something');
}

test('a command of an area is found by its title and drawn above the page until it is done', async () => {
  await openPalette(async () => ({ Component: Create as never, ctx }));
  await userEvent.click(await screen.findByRole('option', { name: /Create something/ }));
  expect(await screen.findByRole('dialog', { name: 'Created above the page' })).toBeTruthy();
  expect(window.location.pathname).toBe('/log');
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Created above the page' })).toBeNull());
});

test('commands for other roles, and of areas that are switched off, are not offered', async () => {
  await openPalette(() => Promise.reject(new Error('gone')));
  await screen.findByRole('option', { name: /Create something/ });
  expect(screen.getAllByRole('option', { name: /Create something/ })).toHaveLength(1);
});

test('a command whose area cannot be loaded says so and is over', async () => {
  await openPalette(() => Promise.reject(new Error('gone')));
  await userEvent.click(await screen.findByRole('option', { name: /Create something/ }));
  expect(await screen.findByText(/is temporarily unavailable/)).toBeTruthy();
});
