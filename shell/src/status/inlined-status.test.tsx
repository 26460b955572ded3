import { screen } from '@testing-library/react';
import { callsOf } from '@tollgate/api-client/testing';
import { getStatus } from '@tollgate/contract';
import { expect, onTestFinished, test } from 'vitest';
import { makeStatus } from '../testing/make-status.ts';
import { visit } from '../testing/visit.tsx';
import { startStatus } from './inlined-status.ts';

test('a page that holds the status shows it without a request, and stores it', async () => {
  inline(makeStatus({ system_name: 'Written in the page' }));
  startStatus();
  visit({ url: '/about', status: { system_name: 'Requested' } });
  expect(await screen.findByRole('link', { name: 'Written in the page' })).toBeTruthy();
  expect(JSON.parse(localStorage.getItem('status') ?? '').system_name).toBe('Written in the page');
  expect(callsOf(getStatus)).toEqual([]);
});

function inline(status: object): void {
  const tag = document.createElement('script');
  tag.type = 'application/json';
  tag.id = 'console-status';
  tag.textContent = JSON.stringify(status);
  document.head.append(tag);
  onTestFinished(() => tag.remove());
}
