import { fireEvent, screen, waitFor } from '@testing-library/react';
import { answer, callsOf } from '@tollgate/api-client/testing';
import { logout } from '@tollgate/contract';
import { askToLeave, ownUnsaved } from '@tollgate/ui/router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ada } from '../testing/users.ts';
import { visit } from '../testing/visit.tsx';
import { blockLeave } from './leave-guard.ts';
import { goTo } from './navigator.ts';

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
  const skip = await screen.findByRole('link', { name: 'Skip to content' });
  expect(document.querySelector(skip.getAttribute('href') ?? '')).toBe(screen.getByRole('main'));
  expect(document.querySelector('a, button')).toBe(skip);
});

test('leaving unsaved changes asks for confirmation', async () => {
  visit({ url: '/about', user: ada });
  const token = await screen.findByRole('link', { name: 'token' });
  blockLeave(true);
  fireEvent.click(token);
  expect(await screen.findByText('Leave without saving?')).toBeTruthy();
  expect(window.location.pathname).toBe('/about');
  fireEvent.click(screen.getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(window.location.pathname).toBe('/token'));
});

/** Unsaved work, as a form or a settings section has it. Answers questions with `isLeaving`. */
function haveUnsaved(isLeaving: boolean): void {
  onTestFinished(ownUnsaved(() => Promise.resolve(isLeaving)));
}

async function pressKeys(...keys: string[]): Promise<void> {
  for (const key of keys) fireEvent.keyDown(document.body, { key });
  await new Promise((resolve) => setTimeout(resolve, 20));
}

test('unsaved work is kept when a shortcut, an area or the account menu would leave the page', async () => {
  visit({ url: '/about', user: ada });
  await screen.findByRole('link', { name: 'token' });
  haveUnsaved(false);
  await pressKeys('g', 't');
  goTo('/log');
  await pressKeys();
  expect(window.location.pathname).toBe('/about');
  answer(logout, undefined);
  fireEvent.click(await screen.findByRole('button', { name: "Ada's account" }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Sign out' }));
  await pressKeys();
  expect(callsOf(logout)).toEqual([]);
});

test('a person who agrees to lose unsaved work leaves the page, and gets the question again on the next one', async () => {
  visit({ url: '/about', user: ada });
  await screen.findByRole('link', { name: 'token' });
  haveUnsaved(true);
  goTo('/token');
  await waitFor(() => expect(window.location.pathname).toBe('/token'));
  expect(askToLeave()).not.toBe(true);
});

test('another view of the same page is no leaving', async () => {
  visit({ url: '/about', user: ada });
  await screen.findByRole('link', { name: 'token' });
  haveUnsaved(false);
  goTo('/about?tab=second');
  expect(window.location.search).toBe('?tab=second');
});

test('a step through the history that no form could hold is undone, and repeated once the person agrees', async () => {
  visit({ url: '/about', user: ada });
  await screen.findByRole('link', { name: 'token' });
  const go = vi.spyOn(window.history, 'go').mockReturnValue();
  onTestFinished(() => go.mockRestore());
  let agree = (_: boolean) => {};
  const answer = () =>
    new Promise<boolean>((resolve) => {
      agree = resolve;
    });
  onTestFinished(ownUnsaved(answer));
  const router = vi.fn();
  window.addEventListener('popstate', router);
  onTestFinished(() => window.removeEventListener('popstate', router));
  const stepTo = (idx: number) => window.dispatchEvent(new PopStateEvent('popstate', { state: { idx } }));

  stepTo(-2);
  stepTo(0); // undone
  stepTo(-2); // pressed again while the question is open
  stepTo(0);
  expect(go.mock.calls).toEqual([[2], [2]]);
  expect(router).not.toHaveBeenCalled();
  agree(true);
  await waitFor(() => expect(go.mock.calls.at(-1)).toEqual([-2]));
  stepTo(-2);
  expect(router).toHaveBeenCalledTimes(1);
});
