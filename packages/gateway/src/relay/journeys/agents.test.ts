import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agentClients } from '../../testing/agent-clients.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { type ChatVendor, strictChat } from '../../testing/strict-chat.ts';
import { strictGemini } from '../../testing/strict-gemini.ts';
import type { Planned } from '../../testing/strict-providers.ts';
import type { ReceivedCall } from '../../testing/upstream.ts';

/** `inMatrix`: whole answers of the model are in client-matrix.test.ts. */
const vendors: Record<string, { type: number; chat?: ChatVendor; inMatrix?: boolean }> = {
  'gpt-4o': { type: 1, chat: 'openai', inMatrix: true },
  'deepseek-v4-pro': { type: 43, chat: 'deepseek' },
  'deepseek-v4-flash-vision': { type: 43, chat: 'deepseek-vision', inMatrix: true },
  'magistral-medium-latest': { type: 42, chat: 'mistral' },
  'gemini-3-flash': { type: 24, inMatrix: true },
  'gemini-2.5-flash': { type: 24 },
};
const PICTURE = 'kPn/Afnh+ngAAA==';
let lab: RelayLab;

beforeAll(async () => {
  lab = await startRelayLab({ quota: 100_000_000, channel: false });
  await lab.option('ModelRatio', Object.fromEntries(Object.keys(vendors).map((model) => [model, 1])));
  for (const [model, { type }] of Object.entries(vendors)) await lab.channel({ type, models: model });
});
afterAll(() => lab.close());

/** Calls two tools in parallel, then one, then says that it is done. */
function plan({ json }: ReceivedCall): Planned {
  const text = JSON.stringify(json);
  const turns = [...text.matchAll(/"role":"(assistant|model)"/g)].length;
  const names = (['look', 'listen'] as const).map((name) =>
    text.includes(`senses__${name}`) ? `senses__${name}` : name,
  );
  const [look = '', listen = ''] = names;
  if (turns === 0)
    return {
      thought: 'I must see.',
      text: 'Wait.',
      calls: [
        { name: look, args: { at: 'ü"' } },
        { name: listen, args: {} },
      ],
    };
  if (text.split('seen').length < 4) return { calls: [{ name: look, args: { at: 'b' } }] };
  return { thought: 'Clear.', text: 'Done.' };
}

type Client = keyof typeof agentClients;
const clients = Object.keys(agentClients) as Client[];
const cases = Object.entries(vendors).flatMap(([model, { inMatrix }]) =>
  clients
    .filter((client) => !isNative(client, model))
    .flatMap((client) => (inMatrix ? [true] : [false, true]).map((stream) => ({ model, client, stream }))),
);

function isNative(client: Client, model: string): boolean {
  if (client === 'google') return model.startsWith('gemini');
  return client === 'chat' ? Boolean(vendors[model]?.chat) : client === 'responses' && model === 'gpt-4o';
}

describe.each(cases)('$client client, $model, stream $stream', ({ model, client, stream }) => {
  test('an agent with parallel tools and a picture in a result gets to its end', async () => {
    const { chat } = vendors[model] ?? {};
    lab.upstream.script = chat ? strictChat(chat, plan) : strictGemini(plan);
    const agent = agentClients[client]({
      url: lab.url,
      key: lab.key,
      model,
      stream,
      writesForUrls: true,
    });
    const first = await agent.ask('What is there?');
    expect(first).toMatchObject({ text: 'Wait.', thought: 'I must see.' });
    const prefix = client === 'responses' ? 'senses.' : '';
    expect(first.calls.map(({ name, input }) => [name, input])).toEqual([
      [`${prefix}look`, { at: 'ü"' }],
      [`${prefix}listen`, {}],
    ]);
    expect((await agent.giveResults(PICTURE)).calls).toHaveLength(1);
    const hasPicture = JSON.stringify(lab.upstream.calls.at(-1)?.json).includes(PICTURE);
    expect(hasPicture).toBe(model !== 'deepseek-v4-pro');
    expect(await agent.giveResults()).toMatchObject({ text: 'Done.', thought: 'Clear.', calls: [] });
  });
});
