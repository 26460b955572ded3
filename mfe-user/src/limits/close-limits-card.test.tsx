import { screen, within } from '@testing-library/react';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { listCloseLimits } from '@tollgate/contract';
import { afterEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { CloseLimitsCard } from './close-limits-card.tsx';
import { close } from './limits.fixtures.ts';

afterEach(forgetAnswers);

const open = (scope: 'everybody' | 'own') =>
  renderArea({ id: 'user', area, role: 'admin', path: '/', children: <CloseLimitsCard scope={scope} /> });

test('the dashboard of all users lists who is close to a limit', async () => {
  answer(listCloseLimits, close);
  await open('everybody');
  const list = await screen.findByRole('list', { name: 'Close to their limit' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(close.length);
});

test('the dashboard of one user sends no request', async () => {
  answer(listCloseLimits, close);
  await open('own');
  expect(callsOf(listCloseLimits)).toEqual([]);
});
