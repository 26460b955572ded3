import { act, screen, waitFor } from '@testing-library/react';
import { ApiError } from '@tollgate/api-client';
import { answer, callsOf } from '@tollgate/api-client/testing';
import { getAbout } from '@tollgate/contract';
import type { Language } from '@tollgate/i18n';
import { expect, test } from 'vitest';
import { visit } from '../testing/visit.tsx';

// @spec I002 I003 I004
test.each([
  ['rate_limited', 'en', 'Too many requests. Try again in a moment.'],
  ['internal', 'en', 'Something went wrong on the server. Contact your administrator.'],
  ['demo_read_only', 'en', 'This is a read-only demo'],
  ['rate_limited', 'zh', '请求过于频繁，请稍后再试'],
  ['internal', 'zh', '服务器出错了，请联系管理员'],
  ['demo_read_only', 'zh', '演示站点，仅供浏览'],
] as const)('a call failing with %s shows a toast (%s)', async (code, language: Language, sentence) => {
  visit({ url: '/about', language });
  await screen.findByRole('banner');
  act(() => void window.dispatchEvent(rejection(new ApiError(code, { status: statuses[code] }))));
  expect(await screen.findByText(sentence)).toBeTruthy();
});

const statuses = { rate_limited: 429, internal: 500, demo_read_only: 405 };

test('a failed read is left to the page, without a toast', async () => {
  visit({ url: '/about' });
  answer(getAbout, { code: 'rate_limited' });
  await waitFor(() => expect(callsOf(getAbout)).toHaveLength(1));
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('alert')).toBeNull();
});

// @spec I005
test('a failed call that no page handled is shown with its own message', async () => {
  visit({ url: '/about' });
  await screen.findByRole('banner');
  const failure = new ApiError('refused', { message: 'the upstream is asleep', status: 200 });
  act(() => void window.dispatchEvent(rejection(failure)));
  expect(await screen.findByText('the upstream is asleep')).toBeTruthy();
});

test('many failures of the same kind are shown once', async () => {
  visit({ url: '/about' });
  await screen.findByRole('banner');
  const failure = new ApiError('rate_limited', { status: 429 });
  act(() => {
    for (let count = 0; count < 3; count++) window.dispatchEvent(rejection(failure));
  });
  expect(await screen.findAllByText('Too many requests. Try again in a moment.')).toHaveLength(1);
});

function rejection(reason: unknown): Event {
  return Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason });
}
