import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ada } from '../testing/users.ts';
import { visit } from '../testing/visit.tsx';

const retired = [
  { path: '/bill/:id', to: '/chat/:id' },
  { path: '/bills', to: '' },
];

test('an address of a retired area leads to the page that replaced it, with its query', async () => {
  visit({ url: '/bill/7?from=mail#total', user: ada, retired });
  expect(await screen.findByRole('heading', { name: 'Area playground' })).toBeTruthy();
  const { pathname, search, hash } = window.location;
  expect(pathname + search + hash).toBe('/chat/7?from=mail#total');
});

test('an address without a target says that the page is gone', async () => {
  visit({ url: '/bills', user: ada, retired });
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
  expect(document.body.textContent).toContain('/bills is no longer part of this console.');
});
