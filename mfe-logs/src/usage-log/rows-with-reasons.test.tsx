import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { getLogStat, getOwnLogStat, listLogs, listOwnLogs } from '@tollgate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { chatCall, failedCall, pageOf, stat } from './usage-log.fixtures.ts';

beforeEach(() => {
  answer(getLogStat, stat);
  answer(getOwnLogStat, stat);
});
afterEach(forgetAnswers);

test('a call that the gateway did not see the end of says so in its row, and what to do', async () => {
  const other = JSON.stringify({ recovered: true, checkpoint_quota: 9, model_ratio: 1, model_price: -1 });
  answer(listOwnLogs, pageOf([{ ...chatCall, billing_basis: 'estimated', other }]));
  await renderArea({ id: 'logs', area, role: 'user', path: '/log' });
  await userEvent.click(await screen.findByText(chatCall.model_name));
  expect(
    (await screen.findAllByText('The gateway stopped during this request, estimated cost charged')).length,
  ).toBeGreaterThan(0);
  expect(await screen.findByText(/Send the request again if its answer is missing/)).toBeTruthy();
});

test.each([
  ['en', 'No model', "The request body isn't a JSON object."],
  ['zh', '无模型', '请求体不是 JSON 对象。'],
] as const)(
  'a call that failed before its model was read shows the reason in its row (%s)',
  async (language, name, reason) => {
    const messages = { en: "The request body isn't a JSON object.", zh: '请求体不是 JSON 对象。' };
    const other = JSON.stringify({ status_code: 400, error_code: 'body_not_json', messages });
    answer(listLogs, pageOf([{ ...failedCall, status: 400, model_name: '', content: messages.en, other }]));
    await renderArea({ id: 'logs', area, role: 'admin', path: '/log', language });
    const row = (await screen.findByText(name)).closest('tr');
    expect(row?.textContent).toContain(`400 · ${reason}`);
  },
);
