import { createChannel, listChannelTypes } from '@tollgate/contract';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { lastRow } from '../../testing/booked.ts';
import { addedProvider, addedRecording, addedType } from '../../testing/guides/added-provider.ts';
import type { RelayLab } from '../../testing/relay.ts';
import { cutAfter, sendEvents, sendJson } from '../../testing/upstream.ts';

const { type, channel, model, whole, frames, contentType, refusal } = addedRecording;
let lab: RelayLab;
let openai: OpenAI;

/** The two lines that the guide adds to files of the product. Test files share modules, so all of them are loaded again. */
async function loadProduct() {
  vi.resetModules();
  vi.doMock('../../../../contract/src/channel-types.ts', async (load) => {
    const real = (await load()) as typeof import('@tollgate/contract');
    const channelTypes = [...real.channelTypes, addedType];
    const findChannelType = (code: number) => channelTypes.find((each) => each.code === code);
    return { ...real, channelTypes, findChannelType };
  });
  vi.doMock('../providers/registry.ts', async (load) => {
    const real = (await load()) as typeof import('../providers/registry.ts');
    return { providers: new Map([...real.providers, [addedType.code, addedProvider]]) };
  });
  return import('../../testing/relay.ts');
}

beforeAll(async () => {
  const { startRelayLab } = await loadProduct();
  lab = await startRelayLab({ channel: false });
  await lab.option('ModelRatio', { [model]: 10 });
  await lab.option('CompletionRatio', { [model]: 2 });
  openai = new OpenAI({ baseURL: `${lab.url}/v1`, apiKey: lab.key, maxRetries: 0 });
});
afterAll(async () => {
  await lab.close();
  vi.doUnmock('../../../../contract/src/channel-types.ts');
  vi.doUnmock('../providers/registry.ts');
  vi.resetModules();
});

const messages = [{ role: 'user' as const, content: 'Say hello' }];
const question = { model, messages, max_tokens: 100 };
const last = () => lab.upstream.calls.at(-1);

test('an administrator chooses a type that was added by the guide, and makes a channel of it', async () => {
  const admin = lab.as('admin');
  const types = await admin.get(listChannelTypes, {});
  expect(types).toContainEqual(
    expect.objectContaining({ code: type, label: 'Parrot', color: 'green', available: true }),
  );
  const draft = {
    type,
    name: 'Parrot',
    key: channel.key,
    models: model,
    group: 'default',
    base_url: lab.upstream.url,
  };
  await admin.get(createChannel, draft);
  lab.upstream.script = (_, response) => sendJson(response, 200, whole);
  const answer = await openai.chat.completions.create(question);
  expect(answer.choices[0]).toMatchObject({
    finish_reason: 'stop',
    message: { content: addedRecording.text },
  });
});

test('its adapter converts calls and answers, and the reported usage is charged', async () => {
  lab.upstream.script = (_, response) => sendJson(response, 200, whole);
  await openai.chat.completions.create(question);
  expect(last()?.path).toMatch(addedRecording.path);
  expect(last()?.headers).toMatchObject(addedRecording.headers);
  expect(last()?.json).toEqual(addedRecording.body);
  expect(await lastRow(lab)).toMatchObject({
    billing_basis: 'upstream_usage',
    prompt_tokens: 12,
    quota: 240,
  });
});

test('its stream is charged the same, and other formats are converted too', async () => {
  lab.upstream.script = sendEvents(frames, { type: contentType as string });
  const answer = await openai.chat.completions.stream(question).finalChatCompletion();
  expect(answer.choices[0]?.message.content).toBe(addedRecording.text);
  expect(last()?.json).toEqual(addedRecording.streamBody);
  expect(await lastRow(lab)).toMatchObject({ billing_basis: 'upstream_usage', quota: 240 });
  lab.upstream.script = (_, response) => sendJson(response, 200, whole);
  const response = await openai.responses.create({ model, input: 'Say hello', max_output_tokens: 100 });
  expect(response.output_text).toBe(addedRecording.text);
  expect(last()?.json).toEqual(addedRecording.body);
});

test('a stream that breaks off and a rejected key are errors, without the key', async () => {
  lab.upstream.script = cutAfter(frames.slice(0, 2), contentType);
  const cut = await (await lab.chat({ ...question, stream: true })).text();
  expect(cut).not.toContain('[DONE]');
  expect(cut).toContain('"error"');
  lab.upstream.script = (_, response) => sendJson(response, refusal.status, refusal.body);
  const refused = await lab.chat(question);
  expect(refused.status).toBe(502);
  expect(await refused.text()).not.toContain(channel.key);
});
