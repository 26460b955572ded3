import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import {
  deleteTokens,
  getStatus,
  listOwnGroups,
  listOwnModels,
  listTokenUsage,
  pageTokens,
  type SiteStatus,
} from '@tollgate/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { area } from '../area.tsx';
import { groups, limited, models, pageOf, production, tokens } from './tokens.fixtures.ts';

const status = {
  server_address: 'https://api.example.com/',
  chats: [{ Parlour: 'parlour://add?key={key}' }],
};

beforeEach(() => {
  answer(pageTokens, pageOf(tokens, 45));
  answer(listOwnGroups, groups);
  answer(listOwnModels, models);
  answer(getStatus, status as unknown as SiteStatus);
  answer(listTokenUsage, []);
});
afterEach(() => {
  forgetAnswers();
  vi.restoreAllMocks();
});

async function open() {
  await renderArea({ id: 'user', area, role: 'user', path: '/token' });
  await screen.findByText('production');
  return userEvent.setup({ pointerEventsCheck: 0 });
}
type Person = ReturnType<typeof userEvent.setup>;
const rowOf = (name: string) => screen.getByText(name).closest('tr')!;
const select = (person: Person, name: string) =>
  person.click(within(rowOf(name)).getByRole('checkbox', { name: `Select ${name}` }));

async function choose(person: Person, name: string, action: string) {
  await person.click(within(rowOf(name)).getByRole('button', { name: `Actions for ${name}` }));
  await person.click(await screen.findByRole('menuitem', { name: action }));
}

test('the used quota has a chart of the last 30 days next to it', async () => {
  const days = Array.from({ length: 30 }, (_, day) => ({
    created_at: day * 86_400,
    count: 1,
    token_used: 10,
    quota: day * 1000,
  }));
  answer(listTokenUsage, [{ id: production.id, days }]);
  await open();
  const line = await within(rowOf('production')).findByRole('img', { name: /^Spend, last 30 days: / });
  expect(line.getAttribute('aria-label')).toContain('$0.87');
  expect(callsOf(listTokenUsage)).toEqual([{ ids: tokens.map(({ id }) => id).join(',') }]);
  expect(within(rowOf('trial')).queryByRole('img', { name: /Spend, last/ })).toBeNull();
});

test('the keys of selected tokens are copied together, each after its name', async () => {
  const person = await open();
  await select(person, 'production');
  await select(person, 'support bot');
  const bar = screen.getByRole('region', { name: '2 selected' });
  await person.click(within(bar).getByRole('button', { name: 'Copy keys' }));
  expect(await navigator.clipboard.readText()).toBe(
    `production\tsk-${production.key}\nsupport bot\tsk-${limited.key}`,
  );
});

// @spec I042
test('copying without a selection shows a hint to select tokens', async () => {
  const person = await open();
  await person.click(screen.getByRole('button', { name: 'Copy keys' }));
  expect(await screen.findByText('Select at least one token.')).toBeTruthy();
});

test('selected tokens are deleted together after a confirmation', async () => {
  answer(deleteTokens, 2);
  const person = await open();
  await select(person, 'production');
  await select(person, 'trial');
  await person.click(screen.getByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('Delete 2 tokens?');
  expect(callsOf(deleteTokens)).toEqual([]);
  await person.click(within(dialog).getByRole('button', { name: 'Delete tokens' }));
  await waitFor(() => expect(callsOf(deleteTokens)).toEqual([{ ids: [41, 46] }]));
  await waitFor(() => expect(screen.queryByRole('region', { name: /selected/ })).toBeNull());
});

test('a chat of the site opens with the key in a window without opener', async () => {
  const opened: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    opened.push(`${this.href} ${this.target} ${this.rel}`);
  });
  const person = await open();
  await choose(person, 'production', 'Chat with Parlour');
  expect(opened).toEqual([`parlour://add?key=sk-${production.key} _blank noopener noreferrer`]);
});

test('the call example hides the key on screen and copies it completely', async () => {
  const person = await open();
  await choose(person, 'production', 'Use this key');
  const dialog = await screen.findByRole('dialog', { name: 'Use “production”' });
  expect(dialog.textContent).toContain("curl 'https://api.example.com/v1/chat/completions'");
  expect(dialog.textContent).not.toContain(production.key);
  await person.click(within(dialog).getByRole('button', { name: 'Copy code' }));
  expect(await navigator.clipboard.readText()).toContain(`Bearer sk-${production.key}`);
  await person.click(within(dialog).getByRole('tab', { name: 'Python' }));
  expect(dialog.textContent).toContain('urllib.request.urlopen');
});

test('a token limited to models shows one that the account has', async () => {
  const person = await open();
  answer(listOwnModels, ['text-embedding-3-small', 'gpt-4o-mini']);
  await choose(person, 'support bot', 'Use this key');
  const dialog = await screen.findByRole('dialog');
  await waitFor(() => expect(dialog.textContent).toContain('"model": "gpt-4o-mini"'));
});

test.each([
  [['babbage-002', 'dall-e-3', 'gpt-4.1-nano', 'text-embedding-3-small'], 'gpt-4.1-nano'],
  [['chatgpt-4o-latest', 'gpt-4o-mini'], 'gpt-4o-mini'],
  [['text-embedding-3-small'], 'text-embedding-3-small'],
])('the first request of %j asks %s, which answers a chat where there is one', async (models, model) => {
  answer(listOwnModels, models);
  const person = await open();
  await choose(person, 'production', 'Use this key');
  await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain(`"model": "${model}"`));
});

test('a token that can call no model shows a notice', async () => {
  answer(listOwnModels, []);
  const person = await open();
  await choose(person, 'production', 'Use this key');
  expect(await screen.findByText('No models available for this token')).toBeTruthy();
});
