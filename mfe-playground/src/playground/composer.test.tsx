import { fireEvent, screen } from '@testing-library/react';
import { answer, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { listOwnGroups, listOwnModels } from '@tollgate/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { area } from '../area.tsx';
import { fakeStream } from './fake-stream.testing.ts';
import { lanesOf } from './lanes.ts';

beforeEach(() => {
  answer(listOwnGroups, { default: { desc: 'Default group', ratio: 1 } });
  answer(listOwnModels, ['gpt-4o-mini']);
  fakeStream();
});
afterEach(() => {
  lanesOf(-1); // somebody else
  forgetAnswers();
  vi.unstubAllGlobals();
});

test('Enter that ends a composition in Safari sends nothing', async () => {
  await renderArea({ id: 'playground', area, role: 'user', path: '/playground' });
  const box = await screen.findByRole('textbox', { name: 'Message' });
  fireEvent.change(box, { target: { value: 'ni hao' } });
  fireEvent.keyDown(box, { key: 'Enter', isComposing: false, keyCode: 229 });
  expect(screen.queryByText('ni hao', { selector: 'li *' })).toBeNull();
  fireEvent.keyDown(box, { key: 'Enter', keyCode: 13 });
  expect(await screen.findByText('ni hao', { selector: 'li *' })).toBeTruthy();
});
