import { screen } from '@testing-library/react';
import { answer, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { getSelf } from '@tollgate/contract';
import { afterEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { BalanceTiles } from './balance-tiles.tsx';
import { self } from './wallet.fixtures.ts';

afterEach(forgetAnswers);

test('the wallet shows what running requests reserve', async () => {
  answer(getSelf, { ...self, held_quota: 10_000 });
  await renderArea({ id: 'user', area, role: 'user', path: '/topup', children: <BalanceTiles /> });
  expect(await screen.findByText(/^\$0\.02 more is reserved for running requests/)).toBeTruthy();
});
