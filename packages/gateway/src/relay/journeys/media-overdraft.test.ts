import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { casesOn, describeDatabases } from '../../testing/databases.ts';
import { makeUser } from '../../testing/factories.ts';
import { type MoreGateways, sharedKey, startMoreGateways } from '../../testing/more-gateways.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { findSpent } from '../../testing/spent.ts';
import { sendJson } from '../../testing/upstream.ts';

const CALLS = 20;
const ratios = {
  'gpt-4o-transcribe': 1.25,
  'whisper-1': 15,
  'gpt-image-1': 2.5,
  flux: 2.5,
  'tts-1': 7.5,
  'text-embedding-3-small': 1,
  'omni-moderation-latest': 1,
  'rerank-1': 1,
};

interface Scenario {
  readonly path: string;
  readonly body: () => FormData | object;
  readonly usage: object;
  /** Units that the payer has. */
  readonly worth: number;
}

function recording(model: string, bytes: number): () => FormData {
  return () => {
    const form = new FormData();
    form.set('model', model);
    form.set('file', new File([new Uint8Array(bytes)], 'speech.ogg'));
    return form;
  };
}

function edit(): FormData {
  const form = new FormData();
  form.set('model', 'gpt-image-1');
  form.set('prompt', 'Add a hat');
  form.set('image', new File([new Uint8Array(100)], 'cat.png'));
  return form;
}

const picture = (more: object) => () => ({ prompt: 'A cat', ...more });
const tokens = (input: number, output: number) => ({ input_tokens: input, output_tokens: output });
const TRANSCRIPTS = '/v1/audio/transcriptions';
const PICTURES = '/v1/images/generations';

/** Reports that a provider can send. */
const likely: [name: string, scenario: Scenario][] = [
  [
    'recordings of 1 MB',
    {
      path: TRANSCRIPTS,
      body: recording('gpt-4o-transcribe', 1_000_000),
      usage: tokens(12_500, 500),
      worth: 70_000,
    },
  ],
  [
    'recordings that are billed by time',
    {
      path: '/v1/audio/translations',
      body: recording('whisper-1', 100_000),
      usage: { type: 'duration', seconds: 130 },
      worth: 100_000,
    },
  ],
  [
    'pictures',
    {
      path: PICTURES,
      body: picture({ model: 'gpt-image-1', size: '1536x1024', quality: 'high' }),
      usage: tokens(10, 6208),
      worth: 200_000,
    },
  ],
  ['edited pictures', { path: '/v1/images/edits', body: edit, usage: tokens(6500, 6240), worth: 400_000 }],
  [
    'pictures of a model that is not known',
    { path: PICTURES, body: picture({ model: 'flux' }), usage: tokens(10, 16_384), worth: 50_000 },
  ],
];

/** Reports that are impossible. */
const impossible: [name: string, scenario: Scenario][] = [
  [
    'recordings of four bytes',
    { path: TRANSCRIPTS, body: recording('gpt-4o-transcribe', 4), usage: tokens(100_000, 5), worth: 20_000 },
  ],
  [
    'transcripts',
    { path: TRANSCRIPTS, body: recording('gpt-4o-transcribe', 4), usage: tokens(10, 400_000), worth: 20_000 },
  ],
  [
    'large pictures',
    { path: PICTURES, body: picture({ model: 'gpt-image-1' }), usage: tokens(10, 400_000), worth: 50_000 },
  ],
  [
    'prompts of pictures',
    { path: PICTURES, body: picture({ model: 'gpt-image-1' }), usage: tokens(400_000, 4160), worth: 50_000 },
  ],
  ...[
    ['embeddings', { model: 'text-embedding-3-small', input: 'Hi' }],
    ['moderations', { model: 'omni-moderation-latest', input: 'Hi' }],
    ['rerank', { model: 'rerank-1', query: 'Hi', documents: ['Hello'] }],
  ].flatMap(([name, body]): [string, Scenario][] => [
    [`${name} with a long prompt`, { ...short(name, body), usage: tokens(400_000, 0) }],
    [`${name} with an answer`, { ...short(name, body), usage: tokens(2, 400_000) }],
  ]),
];

function short(name: unknown, body: unknown) {
  return { path: `/v1/${name}`, body: () => body as object, worth: 1000 };
}

describeDatabases('reports of audio and pictures', (database) => {
  let lab: RelayLab;
  let gateways: MoreGateways;
  beforeAll(async () => {
    lab = await startRelayLab({ database: await database.create(), environment: sharedKey, channel: false });
    await lab.option('ModelRatio', ratios);
    await lab.option('CompletionRatio', { 'gpt-image-1': 8, flux: 8 });
    await lab.option('ModelPrice', {});
    await lab.channel({ type: 1, models: Object.keys(ratios).join(',') });
    gateways = await startMoreGateways(lab, 2);
  }, 120_000);
  afterAll(async () => {
    await gateways.close();
    await lab.close();
  });

  describe.each(casesOn(database, [...likely, ...impossible]))('calls for %s', (_, scenario) => {
    test.each(['user', 'token'] as const)(
      'leave the %s at zero or more when they run at once',
      async (payer) => {
        const { balance } = await spendAll(scenario, payer, scenario.worth, CALLS);
        expect(balance).toBeGreaterThanOrEqual(0);
      },
      60_000,
    );
  });

  test.each(casesOn(database, impossible))(
    'an impossible report for %s is counted and marked',
    async (_, scenario) => {
      const { rows } = await spendAll(scenario, 'user', 1e9, 1);
      expect(rows).toHaveLength(1);
      expect(rows[0]?.quota).toBeLessThan(10_000);
      expect(JSON.parse(rows[0]?.other ?? '{}').usage_suspect).toBe(true);
    },
  );

  test.each(casesOn(database, likely))(
    'a report for %s that is possible is charged when the balance covers it',
    async (_, scenario) => {
      const { rows } = await spendAll(scenario, 'user', 1e9, 1);
      expect(rows).toMatchObject([{ billing_basis: 'upstream_usage' }]);
    },
  );

  test.each(casesOn(database, likely))(
    'a call for %s is served when the balance covers its hold',
    async (_, scenario) => {
      const { served } = await spendAll(scenario, 'user', scenario.worth, 1);
      expect(served).toBe(1);
    },
  );

  test('a picture is charged by piece when its report has no tokens', async () => {
    const scenario = {
      path: PICTURES,
      body: picture({ model: 'gpt-image-1' }),
      usage: tokens(0, 0),
      worth: 1e9,
    };
    const { rows } = await spendAll(scenario, 'user', scenario.worth, 1);
    expect(rows).toMatchObject([{ quota: 0.0025 * 2.5 * 500_000, billing_basis: 'counted' }]);
  });

  test('a picture is charged once when its report has only its tokens and a total', async () => {
    const usage = { output_tokens: 4096, total_tokens: 4096 };
    const scenario = { path: PICTURES, body: picture({ model: 'flux' }), usage, worth: 1e9 };
    const { rows } = await spendAll(scenario, 'user', scenario.worth, 1);
    expect(rows).toMatchObject([{ quota: 4096 * 8 * 2.5, prompt_tokens: 0, completion_tokens: 4096 }]);
  });

  test('a short recording is served when the balance is half a cent', async () => {
    const scenario = { path: TRANSCRIPTS, body: recording('gpt-4o-transcribe', 4000), usage: tokens(20, 5) };
    const { served, balance } = await spendAll({ ...scenario, worth: 2500 }, 'user', 2500, 1);
    expect({ served, balance }).toEqual({ served: 1, balance: 2500 - 50 });
  });

  test('a picture whose report the balance does not cover costs its price by piece', async () => {
    const [, scenario] = likely.at(-1) ?? [];
    if (!scenario) throw new Error('no scenario');
    const { rows } = await spendAll(scenario, 'user', scenario.worth, 1);
    expect(rows).toMatchObject([{ quota: 0.0025 * 2.5 * 500_000, billing_basis: 'counted' }]);
  });

  /** Sends all calls at once, spread over the gateways. */
  async function spendAll(scenario: Scenario, payer: 'user' | 'token', worth: number, calls: number) {
    const { path, body, usage } = scenario;
    lab.upstream.script = (_, response) =>
      sendJson(response, 200, { text: 'Hi', data: [{ url: 'x' }], usage });
    const isUser = payer === 'user';
    const user = await makeUser(lab.ctx, { quota: isUser ? worth : 1e9 });
    const key = await lab.token(isUser ? {} : { unlimited_quota: false, remain_quota: worth }, user);
    const statuses = await Promise.all(
      Array.from({ length: calls }, async (_, number) => {
        const content = body();
        const isForm = content instanceof FormData;
        const answer = await fetch(gateways.urls[number % gateways.urls.length] + path, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${key}`,
            ...(!isForm && { 'content-type': 'application/json' }),
          },
          body: isForm ? content : JSON.stringify(content),
        });
        await answer.text();
        return answer.status;
      }),
    );
    await gateways.settled();
    const { balance, rows } = await findSpent(lab, user.id, payer);
    return { balance, rows, served: statuses.filter((status) => status === 200).length };
  }
});
