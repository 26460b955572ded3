import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { type Command, CommandPalette, type CommandPaletteProps } from '../core.ts';
import { renderInConsole } from '../testing/render.tsx';

const ran = vi.fn();
beforeEach(() => ran.mockReset());

const commands: Command[] = [
  command('logs', 'Usage log', { group: 'Pages', keywords: '使用日志' }),
  command('tokens', 'API tokens', { group: 'Pages' }),
  command('dark', 'Dark theme', { group: 'Look' }),
  command('sign-out', 'Sign out'),
];

function command(id: string, title: string, rest: Partial<Command> = {}): Command {
  return { id, title, run: () => ran(id), ...rest };
}

function Page(rest: Partial<CommandPaletteProps>) {
  const [isOpen, setOpen] = useState(true);
  return <CommandPalette visible={isOpen} onClose={() => setOpen(false)} commands={commands} {...rest} />;
}

const titles = () => screen.getAllByRole('option').map((line) => line.textContent);
const field = () => screen.findByRole('combobox');

test('every command is listed under its group, and the field has the focus', async () => {
  renderInConsole(<Page />);
  expect(await field()).toBe(document.activeElement);
  expect(titles()).toEqual(['Usage log', 'API tokens', 'Dark theme', 'Sign out']);
  expect(screen.getByRole('group', { name: 'Pages' })).toBeTruthy();
});

test.each([
  ['tok', ['API tokens']],
  ['日志', ['Usage log']],
  ['sgn', ['Sign out']],
  ['log usage', ['Usage log']],
])('typing %s finds %s', async (query, found) => {
  renderInConsole(<Page />);
  await userEvent.type(await field(), query);
  expect(titles()).toEqual(found);
});

test('a query without matches shows a notice', async () => {
  renderInConsole(<Page />);
  await userEvent.type(await field(), 'zzz');
  expect(screen.getByText(/No results/)).toBeTruthy();
});

test('arrows choose, Enter runs and closes, and recent commands come first the next time', async () => {
  const { unmount } = renderInConsole(<Page />);
  await field();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(ran).toHaveBeenCalledWith('dark');
  expect(screen.queryByRole('combobox')).toBeNull();
  unmount();
  renderInConsole(<Page />);
  await field();
  expect(titles()[0]).toBe('Dark theme');
});

test('the selected line is announced', async () => {
  renderInConsole(<Page />);
  await userEvent.type(await field(), '{ArrowUp}');
  const chosen = document.getElementById((await field()).getAttribute('aria-activedescendant') ?? '');
  expect(chosen?.textContent).toBe('Sign out');
  expect(chosen?.getAttribute('aria-selected')).toBe('true');
});

test('results of the server are listed after the commands', async () => {
  const search = async (query: string) => [command('user-7', `User ${query}`, { group: 'Users' })];
  renderInConsole(<Page search={search} />);
  await userEvent.type(await field(), 'amy');
  expect(await screen.findByRole('option', { name: 'User amy' })).toBeTruthy();
});

test('a click on a command runs it', async () => {
  renderInConsole(<Page />);
  await field();
  await userEvent.click(screen.getByRole('option', { name: 'API tokens' }));
  expect(ran).toHaveBeenCalledWith('tokens');
});
