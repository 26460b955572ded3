import { act, screen, waitFor } from '@testing-library/react';
import { callsOf } from '@tollgate/api-client/testing';
import { countNotifications, getNotice, getSelf } from '@tollgate/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { ada } from '../testing/users.ts';
import { visit } from '../testing/visit.tsx';
import { afterFirstPage, awaitFirstPage, isFirstPageShown, noteFirstPage } from './first-page.ts';

afterEach(() => {
  noteFirstPage();
  vi.useRealTimers();
});

test('the user, the notice and the inbox are requested once the first page is on screen', async () => {
  awaitFirstPage();
  visit({ url: '/token', user: ada });
  await screen.findByRole('banner');
  expect([getSelf, getNotice, countNotifications].flatMap(callsOf)).toEqual([]);
  act(noteFirstPage);
  await waitFor(() => expect(callsOf(getSelf)).toHaveLength(1));
  await waitFor(() => expect(callsOf(countNotifications)).toHaveLength(1));
});

test('a page of the shell itself counts as the first page', async () => {
  awaitFirstPage();
  visit({ url: '/about' });
  await waitFor(() => expect(callsOf(getNotice)).toHaveLength(1));
  expect(isFirstPageShown.get()).toBe(true);
});

test('nothing waits longer than eight seconds for a page that does not come', () => {
  vi.useFakeTimers();
  const work = vi.fn();
  awaitFirstPage();
  afterFirstPage(work);
  vi.advanceTimersByTime(7999);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(1);
});
