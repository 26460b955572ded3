import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { getFirstSteps, type Output } from '@tollgate/contract';
import { afterEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { LOG_SEEN, useLogSeen } from '../shared/log-seen.ts';
import { GetStarted } from './get-started.tsx';

afterEach(() => {
  forgetAnswers();
  localStorage.clear();
});

async function open(steps: Output<typeof getFirstSteps>, children = <GetStarted />) {
  answer(getFirstSteps, steps);
  return renderArea({ id: 'logs', area, role: 'admin', path: '/detail', children });
}

function AfterTheLog() {
  useLogSeen(true);
  return <GetStarted />;
}

const nothing = { channel: false, tested: false, token: false, request: false };

test('each step leads to where it is done, and what the gateway knows is ticked', async () => {
  await open({ ...nothing, channel: true });
  const card = within(await screen.findByRole('region', { name: 'Get started' }));
  const [channel, tested, token, , log] = card.getAllByRole('listitem');
  expect(channel?.textContent).toContain('Done');
  expect(within(channel!).queryByRole('link')).toBeNull();
  expect(within(tested!).getByRole('link').getAttribute('href')).toBe('/channel');
  expect(within(token!).getByRole('link').getAttribute('href')).toBe('/token?create=1');
  expect(within(log!).getByRole('link').getAttribute('href')).toBe('/log');
});

test('a user without channels to keep has three steps', async () => {
  await open({ token: false, request: false });
  expect(await screen.findAllByRole('listitem')).toHaveLength(3);
});

test('the card is gone once everything is done, the look at the log included', async () => {
  await open({ channel: true, tested: true, token: true, request: true }, <AfterTheLog />);
  await expect.poll(() => callsOf(getFirstSteps)).toHaveLength(1);
  await expect.poll(() => screen.queryByRole('region', { name: 'Get started' })).toBeNull();
  expect(Object.keys(localStorage).some((key) => key.includes(LOG_SEEN))).toBe(true);
});

test('a hidden card stays hidden and asks nothing', async () => {
  const first = await open(nothing);
  await userEvent.click(await screen.findByRole('button', { name: /Hide/ }));
  expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull();
  first.unmount();
  const before = callsOf(getFirstSteps).length;
  await open(nothing);
  expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull();
  expect(callsOf(getFirstSteps)).toHaveLength(before);
});
