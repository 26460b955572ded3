import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { countChannels, listOptions, listPricing, type PricingEntry, testChannel } from '@tollgate/contract';
import { afterEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { ChannelCreated } from './channel-created.tsx';
import { openai } from './channels.fixtures.ts';

let opened: (readonly string[])[] = [];
afterEach(() => {
  forgetAnswers();
  opened = [];
});

function entry(model_name: string, unpriced: boolean): PricingEntry {
  const none = { quota_type: 0, model_ratio: 0, model_price: 0, completion_ratio: 0, owner_by: '' };
  const described = { vendor: 'OpenAI', kind: 'chat' as const, capabilities: [] };
  return {
    ...none,
    ...described,
    model_name,
    enable_groups: ['default'],
    available: !unpriced,
    ...(unpriced && { unpriced }),
  };
}

async function open(role: 'admin' | 'root' = 'root') {
  const channel = { ...openai, models: 'gpt-4o,new-model' };
  answer(listPricing, {
    data: [entry('gpt-4o', false), entry('new-model', true), entry('model-of-others', true)],
    group_ratio: {},
    usable_group: {},
  });
  const children = (
    <ChannelCreated channel={channel} onPrices={(models) => opened.push(models)} onClose={() => {}} />
  );
  await renderArea({ id: 'admin-channels', area, role, path: '/channel', children });
  return userEvent.setup({ pointerEventsCheck: 0 });
}

test('a new channel is tested at once, with the result next to the button', async () => {
  answer(testChannel, { success: true, message: '', time: 0.25 });
  const person = await open();
  await person.click(screen.getByRole('button', { name: 'Test now' }));
  expect(await screen.findByText('Responded in 250 ms')).toBeTruthy();
  expect(callsOf(testChannel)).toEqual([{ id: String(openai.id) }]);
});

test('another model can be tested', async () => {
  answer(testChannel, { success: true, message: '', time: 0.25 });
  const person = await open();
  await person.click(screen.getByRole('combobox', { name: 'Model to test' }));
  await person.click(await screen.findByRole('option', { name: 'new-model' }));
  await person.click(screen.getByRole('button', { name: 'Test now' }));
  expect(await screen.findByText('Responded in 250 ms')).toBeTruthy();
  expect(callsOf(testChannel)).toEqual([{ id: String(openai.id), model: 'new-model' }]);
});

test('a failed test shows the reason', async () => {
  answer(testChannel, { code: 'busy' });
  const person = await open();
  await person.click(screen.getByRole('button', { name: 'Test now' }));
  expect(await screen.findByText(/server is busy/)).toBeTruthy();
});

test('a second channel shows that failover is off, and leads to its option', async () => {
  answer(listOptions, [{ key: 'RetryTimes', value: '0' }]);
  answer(countChannels, { enabled: 2, disabled: 0, tripped: 0 });
  await open();
  expect(await screen.findByText('Failover is off')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Set retries' })).toBeTruthy();
});

test.each([
  ['a first channel', '0', 1],
  ['a site with retries', '2', 2],
])('%s shows nothing about failover', async (_, value, enabled) => {
  answer(listOptions, [{ key: 'RetryTimes', value }]);
  answer(countChannels, { enabled, disabled: 0, tripped: 0 });
  await open();
  await screen.findByText('new-model');
  expect(screen.queryByText('Failover is off')).toBeNull();
});

test('models of the channel without a price are named, and their prices are one click away', async () => {
  const person = await open('admin');
  expect(await screen.findByText('1 model has no price: requests for it are refused')).toBeTruthy();
  expect(screen.getByText('new-model')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Set prices' }));
  expect(opened).toEqual([['new-model']]);
});
