import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lastRow } from '../../testing/booked.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { type ReceivedCall, type Script, sendJson } from '../../testing/upstream.ts';

/** Responses as in https://help.aliyun.com/zh/model-studio/text-to-image-v2-api-reference */
const TASK = '86ecf553-d340-4e21-af6e-a0c6a421c010';
const taken = { output: { task_status: 'PENDING', task_id: TASK }, request_id: '4909100c' };
const state = (task_status: string, more: object = {}) => ({
  request_id: '85eaba38',
  output: { task_id: TASK, task_status, submit_time: '2025-01-08 19:36:01.521', ...more },
});
const picture = (n: number) => ({
  orig_prompt: 'A cat',
  actual_prompt: 'A cat on a mat',
  url: `https://pictures.example/${n}.png`,
});
const drawn = (...results: object[]) => ({
  ...state('SUCCEEDED', { results, task_metrics: { TOTAL: 2, SUCCEEDED: results.length, FAILED: 0 } }),
  usage: { image_count: results.length },
});
const failed = state('FAILED', {
  code: 'DataInspectionFailed',
  message: 'Input data may contain inappropriate content.',
});
const PRICE = 10_000;

let lab: RelayLab;
let openai: OpenAI;
/** How far the gateway's clock is ahead. */
let aheadMs = 0;

beforeAll(async () => {
  lab = await startRelayLab({
    quota: 100_000_000,
    channel: false,
    silenceMs: 60_000,
    now: () => Date.now() + aheadMs,
  });
  await lab.option('ModelPrice', { 'wanx2.1-t2i-turbo': 0.02 });
  await lab.option('RetryTimes', '1');
  await lab.channel({ type: 17, models: 'wanx2.1-t2i-turbo', key: 'sk-of-dashscope', priority: 9 });
  openai = new OpenAI({ baseURL: `${lab.url}/v1`, apiKey: lab.key, maxRetries: 0 });
});
afterAll(() => lab.close());
beforeEach(() => {
  lab.upstream.calls.length = 0;
});

/** Accepts the order and sends each poll the next response; the last one repeats. */
function works(...answers: (object | number)[]): Script {
  let polls = 0;
  return ({ method }, response) => {
    if (method === 'POST') return sendJson(response, 200, taken);
    const answer = answers[Math.min(polls, answers.length - 1)] ?? {};
    polls += 1;
    if (typeof answer === 'number') return sendJson(response, answer, {});
    sendJson(response, 200, answer);
  };
}

const draw = (fields: object = {}) =>
  openai.images.generate({ model: 'wanx2.1-t2i-turbo', prompt: 'A cat', n: 2, ...fields });
const balance = async () => (await lab.booked()).balance;
const holdCount = async () => (await lab.ctx.db.selectFrom('hold').select('id').execute()).length;
const posts = () => lab.upstream.calls.filter(({ method }: ReceivedCall) => method === 'POST');

test("an order of pictures is polled until complete and returned in OpenAI's format", async () => {
  let during = -1;
  const script = works(503, state('PENDING'), state('RUNNING'), drawn(picture(1), picture(2)));
  lab.upstream.script = async (call, response) => {
    if (call.method === 'GET') during = await holdCount();
    await script(call, response);
  };
  const before = await balance();
  const answer = await draw({ size: '1024x768' });
  expect(answer.data).toEqual([{ url: picture(1).url }, { url: picture(2).url }]);
  expect(during).toBe(1);
  const [order, question] = [lab.upstream.calls[0], lab.upstream.calls.at(-1)];
  expect(order?.path).toBe('/api/v1/services/aigc/text2image/image-synthesis');
  expect(order?.headers).toMatchObject({
    'x-dashscope-async': 'enable',
    authorization: 'Bearer sk-of-dashscope',
  });
  expect(order?.json).toEqual({
    model: 'wanx2.1-t2i-turbo',
    input: { prompt: 'A cat' },
    parameters: { n: 2, size: '1024*768' },
  });
  expect(question?.path).toBe(`/api/v1/tasks/${TASK}`);
  expect(question?.headers.authorization).toBe('Bearer sk-of-dashscope');
  expect(posts()).toHaveLength(1);
  expect(await lastRow(lab)).toMatchObject({ quota: 2 * PRICE, prompt_tokens: 2, billing_basis: 'counted' });
  expect(before - (await balance())).toBe(2 * PRICE);
  expect(await holdCount()).toBe(0);
});

test('an order of two pictures costs one when one fails', async () => {
  lab.upstream.script = works(
    drawn(picture(1), { code: 'InternalError.Timeout', message: 'An internal timeout error has occured' }),
  );
  const before = await balance();
  expect((await draw()).data).toEqual([{ url: picture(1).url }]);
  expect(await lastRow(lab)).toMatchObject({ quota: PRICE, prompt_tokens: 1 });
  expect(before - (await balance())).toBe(PRICE);
});

test('a failed task is reported as a failure and releases its hold', async () => {
  lab.upstream.script = works(state('RUNNING'), failed);
  const before = await balance();
  await expect(draw()).rejects.toMatchObject({
    status: 400,
    code: 'DataInspectionFailed',
    message: expect.stringContaining('inappropriate content'),
  });
  expect(await balance()).toBe(before);
  expect(await holdCount()).toBe(0);
});

test('an endless task is given up and costs nothing', async () => {
  const running = works(state('RUNNING'));
  lab.upstream.script = (call, response) => {
    if (call.method === 'GET') aheadMs += 120_000;
    return running(call, response);
  };
  const before = await balance();
  await expect(draw()).rejects.toMatchObject({ status: 504 });
  expect(posts()).toHaveLength(1);
  expect(await balance()).toBe(before);
  expect(await holdCount()).toBe(0);
});

test('an order moves to the next channel when it is refused or fails, and is paid once', async () => {
  await lab.channel({ type: 17, models: 'wanx2.1-t2i-turbo', key: 'sk-of-the-other' });
  const done = works(drawn(picture(1), picture(2)));
  for (const trouble of ['refused', 'broken']) {
    lab.upstream.calls.length = 0;
    lab.upstream.script = (call, response) => {
      if (call.headers.authorization === 'Bearer sk-of-the-other') return done(call, response);
      if (trouble === 'refused')
        return sendJson(response, 429, {
          code: 'Throttling.RateQuota',
          message: 'slow down',
          request_id: 'r',
        });
      return works(state('FAILED', { code: 'InternalError', message: 'broken' }))(call, response);
    };
    const before = await balance();
    expect((await draw()).data).toHaveLength(2);
    expect(posts()).toHaveLength(2);
    expect(before - (await balance())).toBe(2 * PRICE);
  }
});

test('a picture request is refused with the field when DashScope does not support it', async () => {
  for (const [fields, field] of [
    [{ size: 'large' }, 'size'],
    [{ quality: 'hd' }, 'quality'],
    [{ response_format: 'b64_json' }, 'response_format'],
    [{ background: 'transparent' }, 'background'],
  ] as const)
    await expect(draw(fields)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(`"${field}"`),
    });
  expect(lab.upstream.calls).toEqual([]);
});
