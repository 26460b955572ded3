import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { aiSdk } from '../../testing/clients/ai-sdk.ts';
import { anthropic } from '../../testing/clients/anthropic.ts';
import { type OfficialClient, toComparable } from '../../testing/clients/client.ts';
import { google } from '../../testing/clients/google.ts';
import { openaiChat, openaiResponses } from '../../testing/clients/openai.ts';
import { respondInDialect } from '../../testing/fluent/index.ts';
import { CITY, scenes, usage, WEATHER } from '../../testing/fluent/scene.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';

/**
 * Runs every official client, unmodified, over a real socket. It must read the same through the gateway as
 * directly at a provider of its own dialect, whichever vendor answers behind the gateway.
 */
let lab: RelayLab;
const models = ['m-openai', 'm-claude', 'm-gemini'] as const;

beforeAll(async () => {
  vi.stubGlobal('AI_SDK_LOG_WARNINGS', false);
  lab = await startRelayLab({ quota: 100_000_000, channel: false, script: respondInDialect });
  await lab.option('ModelRatio', Object.fromEntries(models.map((model) => [model, 1])));
  const types = { 'm-openai': 1, 'm-claude': 14, 'm-gemini': 24 };
  for (const model of models) await lab.channel({ type: types[model], models: model });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await lab.close();
});

const clients: OfficialClient[] = [openaiChat, openaiResponses, anthropic, google, ...aiSdk];
const cases = clients.flatMap((client) =>
  [false, true].map((stream) => [client.name, stream ? 'streamed' : 'whole', client, stream] as const),
);

test.each(cases)('%s reads %s answers of every vendor as those of its own', async (_, __, client, stream) => {
  for (const scene of scenes) {
    const direct = await client.ask({ url: lab.upstream.url, key: 'k' }, client.own, scene, stream);
    expectSense(toComparable(direct), scene);
    for (const model of models) {
      const through = await client.ask({ url: lab.url, key: lab.key }, model, scene, stream);
      expect(toComparable(through), `${scene} of ${model}`).toEqual(toComparable(direct));
      if (model === client.own) expect(through.raw, `${scene} of ${model}`).toEqual(direct.raw);
    }
  }
});

/** A comparison of two wrong answers proves nothing. */
function expectSense(read: ReturnType<typeof toComparable>, scene: (typeof scenes)[number]): void {
  expect(read.usage).toEqual([usage.input, usage.output]);
  expect(read.calls).toEqual(scene === 'tools' ? [{ name: 'weather', input: CITY }] : []);
  expect(read.end).toBe(scene === 'tools' ? 'tools' : 'stop');
  if (scene === 'schema') expect(JSON.parse(read.text)).toEqual(WEATHER);
  else
    expect(read.text).toBe(
      { text: 'Hello there.', tools: '', results: 'It rains.', picture: 'One red dot.' }[scene],
    );
}
