import { screen } from '@testing-library/react';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { listLimits } from '@tollgate/contract';
import { afterEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { LimitsPanel } from './limits-panel.tsx';

afterEach(forgetAnswers);

function open() {
  return renderArea({ id: 'user', area, role: 'root', path: '/setting', children: <LimitsPanel /> });
}

test('the panel lists the limits of everybody and leads to the page that sets them', async () => {
  answer(listLimits, { items: [], total: 0, page: 1, page_size: 20 });
  await open();
  expect(await screen.findByText('No limit applies to everyone')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Change limits' }).getAttribute('href')).toBe('/limit');
  expect(callsOf(listLimits)[0]).toMatchObject({ scope: 'everybody' });
});

test('a failed load is shown with a retry', async () => {
  answer(listLimits, { code: 'busy' });
  await open();
  expect(await screen.findByText("Couldn't load the limits")).toBeTruthy();
  expect(screen.getByRole('button', { name: /again|Retry/ })).toBeTruthy();
});
