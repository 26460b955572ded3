import { makeReceipt, readBilledRow } from '@tollgate/pricing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findFunds } from '../../modules/tokens/repository/relay-tokens.ts';
import { lastRow } from '../../testing/booked.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { type Script, sendEvents, sendJson } from '../../testing/upstream.ts';

const OPENAI = 'gpt-5';
const CLAUDE = 'claude-sonnet-4-5-20250929';
const GEMINI = 'gemini-2.5-pro';
const PAINTER = 'gemini-2.5-flash-image';
const SONAR = 'sonar';
const PICTURES = 'gpt-image-1';
const models = [OPENAI, CLAUDE, GEMINI, PAINTER, SONAR, PICTURES];

/** A token of the prompt costs 1 unit, one of the answer 4. */
let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab({ channel: false, quota: 1e10 });
  await lab.option('ModelRatio', Object.fromEntries(models.map((model) => [model, 1])));
  await lab.option('CompletionRatio', Object.fromEntries(models.map((model) => [model, 4])));
  await lab.channel({ models: `${OPENAI},${SONAR},${PICTURES}` });
  await lab.channel({ type: 14, models: CLAUDE });
  await lab.channel({ type: 24, models: `${GEMINI},${PAINTER}` });
});
afterAll(() => lab.close());
beforeEach(() => {
  lab.upstream.calls.length = 0;
});

const messages = [{ role: 'user', content: 'Hello' }];
const usage = { prompt_tokens: 100, completion_tokens: 10 };
const message = { role: 'assistant', content: 'Hi' };
const completion = { id: 'c', model: OPENAI, choices: [{ index: 0, message, finish_reason: 'stop' }], usage };

async function send(path: string, body: object, script: Script) {
  lab.upstream.script = script;
  const answer = await fetch(lab.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${lab.key}` },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  const row = await lastRow(lab);
  const call = readBilledRow(row, 500_000);
  return { row, other: JSON.parse(row.other), receipt: call && makeReceipt(call) };
}

const whole =
  (body: object): Script =>
  (_, response) =>
    sendJson(response, 200, body);

describe('service tiers', () => {
  const chat = (more: object, answered: object) =>
    send(
      '/v1/chat/completions',
      { model: OPENAI, messages, max_tokens: 20, ...more },
      whole({ ...completion, ...answered }),
    );

  test.each([
    ['priority', 280],
    ['flex', 70],
    ['default', 140],
    ['scale', 140],
  ])('a call that was served on tier %s costs %i', async (tier, quota) => {
    const { row, receipt } = await chat({ service_tier: tier }, { service_tier: tier });
    expect(row.quota).toBe(quota);
    expect(receipt?.computed).toBe(quota);
  });

  test('the tier of the answer counts, not that of the request', async () => {
    const { row, other } = await chat({ service_tier: 'priority' }, { service_tier: 'default' });
    expect(row.quota).toBe(140);
    expect(other.service_tier).toBeUndefined();
  });

  test('a tier that the caller did not allow costs the standard price and marks the row', async () => {
    const { row, other } = await chat({}, { service_tier: 'priority' });
    expect(row.quota).toBe(140);
    expect(other.usage_suspect).toBe(true);
  });

  test('the receipt names the tier and its factor', async () => {
    const { receipt } = await chat({ service_tier: 'auto' }, { service_tier: 'priority' });
    expect(receipt?.tier).toEqual({ name: 'priority', ratio: 2 });
    expect(receipt?.lines).toEqual([
      { part: 'prompt', tokens: 100, weight: 2 },
      { part: 'completion', tokens: 10, weight: 8 },
    ]);
  });

  test('a stream is charged on the tier that its events name', async () => {
    const chunk = (fields: object) =>
      `data: ${JSON.stringify({ id: 'c', service_tier: 'priority', ...fields })}\n\n`;
    const events = sendEvents([
      chunk({ choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }] }),
      // Some vendors name the tier only in events with content.
      `data: ${JSON.stringify({ id: 'c', choices: [], usage })}\n\n`,
      'data: [DONE]\n\n',
    ]);
    const body = { model: OPENAI, messages, max_tokens: 20, service_tier: 'priority', stream: true };
    expect((await send('/v1/chat/completions', body, events)).row.quota).toBe(280);
  });

  test('the hold covers the dearest tier that the caller allows', async () => {
    const heldFor = async (service_tier: string) => {
      let held = 0;
      await send(
        '/v1/chat/completions',
        { model: OPENAI, messages, max_tokens: 500, service_tier },
        async (_, response) => {
          held = (await findFunds(lab.ctx.db, 'user', lab.payer.id)).held;
          sendJson(response, 200, completion);
        },
      );
      return held;
    };
    const standard = await heldFor('default');
    expect(await heldFor('priority')).toBeGreaterThanOrEqual(standard * 2 - 10);
    expect(await heldFor('auto')).toBeGreaterThanOrEqual(standard * 2 - 10);
    expect(await heldFor('flex')).toBeLessThan(standard + 100);
  });
});

describe('long prompts', () => {
  const long = { contents: [{ role: 'user', parts: [{ text: 'x '.repeat(250_000) }] }] };
  const answerOf = (promptTokenCount: number) =>
    whole({
      candidates: [{ content: { role: 'model', parts: [{ text: 'Hi' }] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount, cachedContentTokenCount: 0, candidatesTokenCount: 10 },
    });

  test('a prompt above the step costs more, as does its answer', async () => {
    const path = `/v1beta/models/${GEMINI}:generateContent`;
    expect((await send(path, long, answerOf(200_000))).row.quota).toBe(200_040);
    const { row, receipt } = await send(path, long, answerOf(200_001));
    expect(row.quota).toBe(400_002 + 60);
    expect(receipt?.step).toEqual({ above: 200_000, input: 2, output: 1.5 });
  });
});

describe('fees of tools', () => {
  test('web searches of Claude cost a fee each', async () => {
    const tools = [{ type: 'web_search_20250305', name: 'web_search', max_uses: 5 }];
    const body = { model: CLAUDE, messages, max_tokens: 20, tools };
    const answer = {
      ...{ id: 'msg_1', type: 'message', role: 'assistant', model: CLAUDE, stop_reason: 'end_turn' },
      content: [{ type: 'text', text: 'Hi' }],
      usage: { input_tokens: 100, output_tokens: 10, server_tool_use: { web_search_requests: 3 } },
    };
    const { row, receipt } = await send('/v1/messages', body, whole(answer));
    expect(row.quota).toBe(140 + 3 * 5000);
    expect(receipt?.fees).toEqual([{ tool: 'web_search', uses: 3, dollars: 0.01 }]);
  });

  test('more searches than the request allows are not charged and mark the row', async () => {
    const tools = [{ type: 'web_search_20250305', name: 'web_search', max_uses: 2 }];
    const answer = {
      ...{ id: 'msg_1', type: 'message', role: 'assistant', model: CLAUDE, stop_reason: 'end_turn' },
      content: [{ type: 'text', text: 'Hi' }],
      usage: { input_tokens: 100, output_tokens: 10, server_tool_use: { web_search_requests: 9 } },
    };
    const body = { model: CLAUDE, messages, max_tokens: 20, tools };
    const { row, other } = await send('/v1/messages', body, whole(answer));
    expect(row.quota).toBe(140 + 2 * 5000);
    expect(other.usage_suspect).toBe(true);
  });

  test.each([true, false])('calls of tools in a response cost their fees (stream: %s)', async (stream) => {
    const output = [
      { type: 'web_search_call', id: 'ws_1', action: { type: 'search', query: 'a' } },
      { type: 'web_search_call', id: 'ws_2', action: { type: 'open_page', url: 'https://a.example' } },
      { type: 'file_search_call', id: 'fs_1' },
      { type: 'code_interpreter_call', id: 'ci_1', container_id: 'cntr_1' },
      { type: 'code_interpreter_call', id: 'ci_2', container_id: 'cntr_1' },
      { type: 'message', content: [{ type: 'output_text', text: 'Hi' }] },
    ];
    const response = {
      id: 'resp_1',
      status: 'completed',
      output,
      usage: { input_tokens: 100, output_tokens: 10 },
    };
    const tools = [
      { type: 'web_search' },
      { type: 'file_search', vector_store_ids: ['vs_1'] },
      { type: 'code_interpreter', container: { type: 'auto' } },
    ];
    const script = stream
      ? sendEvents([`data: ${JSON.stringify({ type: 'response.completed', response })}\n\n`])
      : whole(response);
    const body = { model: OPENAI, input: 'Hello', max_output_tokens: 20, tools, stream };
    const { row, receipt } = await send('/v1/responses', body, script);
    expect(row.quota).toBe(140 + 5000 + 1250 + 15_000);
    expect(receipt?.fees.map(({ tool, uses }) => [tool, uses])).toEqual([
      ['web_search', 1],
      ['file_search', 1],
      ['code_interpreter', 1],
    ]);
  });

  test('a grounded prompt of an older Gemini costs one fee, however many searches it took', async () => {
    const answer = {
      candidates: [
        {
          content: { role: 'model', parts: [{ text: 'Hi' }] },
          finishReason: 'STOP',
          groundingMetadata: { webSearchQueries: ['a', 'b', 'a'] },
        },
      ],
      usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 10 },
    };
    const body = { contents: [{ role: 'user', parts: [{ text: 'Hello' }] }], tools: [{ googleSearch: {} }] };
    const { row } = await send(`/v1beta/models/${GEMINI}:generateContent`, body, whole(answer));
    expect(row.quota).toBe(140 + 17_500);
  });

  test('a model that always searches costs a fee for each request', async () => {
    const body = { model: SONAR, messages, max_tokens: 20 };
    const { row } = await send('/v1/chat/completions', body, whole({ ...completion, model: SONAR }));
    expect(row.quota).toBe(140 + 2500);
  });

  test('a request without tools is never charged for a search', async () => {
    const answer = whole({ ...completion, usage: { ...usage, num_search_queries: 4 } });
    const { row, other } = await send(
      '/v1/chat/completions',
      { model: OPENAI, messages, max_tokens: 20 },
      answer,
    );
    expect(row.quota).toBe(140);
    expect(other.usage_suspect).toBe(true);
  });
});

describe('images and audio', () => {
  test('images that Gemini draws cost their own ratio', async () => {
    const answer = {
      candidates: [{ content: { role: 'model', parts: [{ text: 'Hi' }] }, finishReason: 'STOP' }],
      usageMetadata: {
        promptTokenCount: 100,
        candidatesTokenCount: 1300,
        candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1290 }],
      },
    };
    const body = { contents: [{ role: 'user', parts: [{ text: 'Draw' }] }] };
    const { row, receipt } = await send(`/v1beta/models/${PAINTER}:generateContent`, body, whole(answer));
    expect(row.quota).toBe(100 + 10 * 4 + 1290 * 100);
    expect(receipt?.lines.map(({ part }) => part)).toEqual(['prompt', 'text-output', 'image-output']);
  });

  test('drawn images cost by the tokens of text, of images read and of images drawn', async () => {
    const answer = {
      data: [{ b64_json: 'aGk=' }],
      usage: {
        input_tokens: 150,
        output_tokens: 1000,
        input_tokens_details: { text_tokens: 50, image_tokens: 100 },
      },
    };
    const body = { model: PICTURES, prompt: 'A cat', quality: 'high', size: '1024x1024' };
    const { row } = await send('/v1/images/generations', body, whole(answer));
    expect(row.quota).toBe(50 + 100 * 2 + 1000 * 8);
  });

  test('audio in a prompt of Gemini costs its own ratio', async () => {
    await lab.option('PriceAdjustments', { [GEMINI]: { audio: { input: 3 } } });
    const answer = {
      candidates: [{ content: { role: 'model', parts: [{ text: 'Hi' }] }, finishReason: 'STOP' }],
      usageMetadata: {
        promptTokenCount: 100,
        candidatesTokenCount: 10,
        promptTokensDetails: [
          { modality: 'TEXT', tokenCount: 20 },
          { modality: 'AUDIO', tokenCount: 80 },
        ],
      },
    };
    const parts = [{ inlineData: { mimeType: 'audio/mp3', data: 'aGk=' } }];
    const body = { contents: [{ role: 'user', parts }] };
    const { row } = await send(`/v1beta/models/${GEMINI}:generateContent`, body, whole(answer));
    expect(row.quota).toBe(20 + 80 * 3 + 40);
  });
});
