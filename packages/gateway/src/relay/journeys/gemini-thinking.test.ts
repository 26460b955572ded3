import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { sendJson } from '../../testing/upstream.ts';

const names = [
  'gemini-2.5-flash-thinking',
  'gemini-2.5-flash-thinking-2048',
  'gemini-2.5-flash-nothinking',
  'gemini-2.5-pro-nothinking',
  'gemini-3-pro-thinking',
];
let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab({ channel: false });
  await lab.option('ModelRatio', Object.fromEntries(names.map((name) => [name, 1])));
  await lab.channel({ type: 24, models: names.join(',') });
  const candidates = [{ content: { parts: [{ text: 'Hi' }] }, finishReason: 'STOP' }];
  const usageMetadata = { promptTokenCount: 3, candidatesTokenCount: 1, totalTokenCount: 4 };
  lab.upstream.script = (_, response) => sendJson(response, 200, { candidates, usageMetadata });
});
afterAll(() => lab.close());

const thinking = [
  [names[0], 'gemini-2.5-flash', { thinkingBudget: 60, includeThoughts: true }],
  [names[1], 'gemini-2.5-flash', { thinkingBudget: 2048, includeThoughts: true }],
  [names[2], 'gemini-2.5-flash', { thinkingBudget: 0 }],
  [names[3], 'gemini-2.5-pro', { thinkingBudget: 128 }],
  [names[4], 'gemini-3-pro', { thinkingLevel: 'high', includeThoughts: true }],
] as const;

test.each(thinking)(
  '%s enables reasoning of %s in every dialect',
  async (model, upstreamModel, thinkingConfig) => {
    await lab.option('gemini.thinking_adapter_enabled', true);
    const sent = () => {
      const { path, json } = lab.upstream.calls.at(-1) ?? {};
      return [path, (json?.generationConfig as { thinkingConfig?: unknown } | undefined)?.thinkingConfig];
    };
    expect((await lab.chat({ model })).status).toBe(200);
    expect(sent()).toEqual([`/v1beta/models/${upstreamModel}:generateContent`, thinkingConfig]);

    const own = await fetch(`${lab.url}/v1beta/models/${model}:generateContent`, {
      method: 'POST',
      headers: { 'x-goog-api-key': lab.key, 'content-type': 'application/json' },
      body: JSON.stringify({
        contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
        generationConfig: { maxOutputTokens: 100, temperature: 0.5 },
      }),
    });
    expect(own.status).toBe(200);
    expect(sent()).toEqual([`/v1beta/models/${upstreamModel}:generateContent`, thinkingConfig]);
    expect(lab.upstream.calls.at(-1)?.json.generationConfig).toMatchObject({ temperature: 0.5 });
    expect((await lab.booked()).rows.at(-1)).toMatchObject({ model_name: model });
  },
);

test('a model name enables no reasoning when the option is off', async () => {
  await lab.option('gemini.thinking_adapter_enabled', false);
  await lab.chat({ model: names[0] });
  expect(lab.upstream.calls.at(-1)?.path).toBe(`/v1beta/models/${names[0]}:generateContent`);
});
