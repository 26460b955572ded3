import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ada } from '../testing/users.ts';
import { visit } from '../testing/visit.tsx';
import { blockLeave } from './leave-guard.ts';

test('the focus moves to the heading after a page change', async () => {
  visit({ url: '/about', user: ada });
  fireEvent.click(await screen.findByRole('link', { name: 'token' }));
  await screen.findByRole('heading', { name: 'Area user' });
  // Queried again each time: the loading page may render its heading again.
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Area user' })),
  );
});

test('the first keyboard stop skips header and sidebar', async () => {
  visit({ url: '/about', user: ada });
  const skip = await screen.findByRole('link', { name: 'Skip to the content' });
  expect(document.querySelector(skip.getAttribute('href') ?? '')).toBe(screen.getByRole('main'));
  expect(document.querySelector('a, button')).toBe(skip);
});

test('leaving unsaved changes asks for confirmation', async () => {
  visit({ url: '/about', user: ada });
  const token = await screen.findByRole('link', { name: 'token' });
  blockLeave(true);
  fireEvent.click(token);
  expect(await screen.findByText('Leave this page?')).toBeTruthy();
  expect(window.location.pathname).toBe('/about');
  fireEvent.click(screen.getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(window.location.pathname).toBe('/token'));
});
