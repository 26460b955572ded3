import {
  addChannelKeys,
  channelTypes,
  copyChannel,
  createChannel,
  editChannelTag,
  fetchChannelModels,
  fetchModels,
  type Parsed,
  saveOption,
  testChannel,
  updateBalance,
  updateChannel,
} from '@tollgate/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toColumns } from '../../modules/channels/channel-columns.ts';
import * as channels from '../../modules/channels/repository/channels.ts';
import { sealedPlace } from '../../modules/secrets/sealed-places.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import {
  addedAddresses,
  columnsOfFootprint,
  footprintOf,
  keyFor,
  models,
} from '../../testing/channel-footprint.ts';
import { isInFull } from '../../testing/databases.ts';
import { makeChannel } from '../../testing/factories.ts';
import { hostileTexts } from '../../testing/hostile-channel-texts.ts';

let app: TestApp;
const rowOf = async (id: number) => (await channels.find(app.ctx.db, id)) as channels.ChannelRow;
const keyOf = async (id: number) =>
  app.ctx.secrets.open((await rowOf(id)).key_sealed, sealedPlace.channelKey(id));

const values: unknown[] = [...hostileTexts, '', null, 0, 1, 2, 8, 14, 18, 24, 39, 41];

const fields = Object.keys((updateChannel.input as unknown as { shape: object }).shape).filter(
  (field) => !['id', 'key', 'key_mode'].includes(field),
);

const without = ({ id: _, key: __, status: ___, ...rest }: Parsed<typeof updateChannel>) => rest;

const baseUrlOf: Record<number, string> = { 8: 'https://keep.example/base/{model}/chat' };
const otherOf: Record<number, string> = { 3: '2024-10-21', 18: 'v2.1', 39: 'acct1', 41: 'us-central1' };

describe('an edit without the key', () => {
  beforeAll(async () => {
    app = await buildTestApp();
  });
  afterAll(() => app.close());

  /** Creates a channel with its own address and proxy, or with those of its type. */
  const make = async (type: number, own: boolean) => {
    const setting = own ? '{"proxy":"http://me@keep.example:3128"}' : null;
    const base_url = own ? (baseUrlOf[type] ?? 'https://keep.example/base') : null;
    const other = otherOf[type] ?? '';
    const id = await makeChannel(app.ctx, {
      ...{ type, other, base_url, setting, key: keyFor(type), models: models.join(','), tag: `t${type}` },
    });
    return rowOf(id);
  };

  const restore = ({ id, ...columns }: channels.ChannelRow) => channels.update(app.ctx.db, id, columns);

  /** Every edit of one field that the contract allows. */
  const edits = fields.flatMap((field) =>
    values.flatMap((value) => {
      const parsed = updateChannel.input.safeParse({ id: 1, [field]: value });
      return parsed.success ? [{ field, value, columns: toColumns(without(parsed.data)) }] : [];
    }),
  );

  const served = channelTypes.filter(({ serves }) => serves !== 'nothing');
  /** Types whose channels send no request without their own address. */
  const needAddress = [2, 3, 5, 8, 36, 47];

  /** A sixth of the values, others for the next type: all types share the rule. All values when {@link isInFull}. */
  const isTried = (type: number, value: unknown) => isInFull || (values.indexOf(value) + type) % 6 === 0;

  test.each(served.map(({ code, label }) => [code, label] as const))(
    'is refused when it would change where a channel of type %i (%s) sends its key',
    async (type) => {
      for (const own of [true, false]) {
        const before = await make(type, own);
        const places = footprintOf(app.ctx, before);
        const hasPlaces = [...places].some((place) => !place.startsWith('nowhere '));
        expect(hasPlaces, `is type ${type} in needAddress?`).toBe(own || !needAddress.includes(type));
        const read = columnsOfFootprint(app.ctx, before);
        for (const { field, value, columns } of edits.filter((edit) => isTried(type, edit.value))) {
          if (!Object.keys(columns).some((column) => read.has(column))) continue;
          if (addedAddresses(places, footprintOf(app.ctx, { ...before, ...columns })).length === 0) continue;
          const { body } = await app.as('root').callLoosely(updateChannel, { id: before.id, [field]: value });
          const after = footprintOf(app.ctx, await rowOf(before.id));
          expect(addedAddresses(places, after), `${field}=${JSON.stringify(value)}`).toEqual([]);
          if (body.success) await restore(before);
          else expect(['channel_key_again', 'invalid_input']).toContain(body.code);
        }
      }
    },
    60_000,
  );

  test('is refused where it changes how a place of the path is written', async () => {
    const before = await make(8, true);
    for (const base_url of [
      'https://keep.example/base/%7Bmodel%7D/chat',
      'https://keep.example/base/./{model}/chat',
      'https://keep.example/base/{model}/cha%74',
    ]) {
      const { body } = await app.as('root').callLoosely(updateChannel, { id: before.id, base_url });
      expect([base_url, body.code]).toEqual([base_url, 'channel_key_again']);
    }
    const same = { id: before.id, base_url: ' HTTPS://Keep.example:443/base/{model}/chat/ ' };
    expect((await app.as('root').callLoosely(updateChannel, same)).body.success).toBe(true);
  });

  test('keeps the destination of the key when it changes nothing', async () => {
    const before = await make(39, true);
    const places = footprintOf(app.ctx, before);
    for (const { field, value } of edits.filter((edit) => isTried(39, edit.value))) {
      const { body } = await app.as('root').callLoosely(updateChannel, { id: before.id, [field]: value });
      if (!body.success) continue;
      const after = footprintOf(app.ctx, await rowOf(before.id));
      expect(addedAddresses(places, after), `${field}=${JSON.stringify(value)}`).toEqual([]);
      await restore(before);
    }
  }, 60_000);

  test('never changes the destination of the keys of a tag', async () => {
    const tagFields = Object.keys((editChannelTag.input as unknown as { shape: object }).shape);
    for (const type of [8, 39]) {
      const before = await make(type, true);
      const places = footprintOf(app.ctx, before);
      for (const field of tagFields.filter((name) => name !== 'tag'))
        for (const value of values.filter((each) => isTried(type, each))) {
          const edit = { tag: `t${type}`, [field]: value };
          if (!editChannelTag.input.safeParse(edit).success) continue;
          await app.as('admin').callLoosely(editChannelTag, edit);
          const after = footprintOf(app.ctx, await rowOf(before.id));
          expect(addedAddresses(places, after), `type ${type}: ${JSON.stringify(edit)}`).toEqual([]);
          await restore(before);
        }
    }
  }, 60_000);

  test('is refused for a copy of a channel, which has the same key', async () => {
    const { id } = await make(1, true);
    const { id: copied } = await app.as('admin').get(copyChannel, { id });
    const change = { id: copied, base_url: 'https://evil.example' };
    expect((await app.as('admin').call(updateChannel, change)).body.code).toBe('channel_key_again');
  });

  test('cannot send the key to another host through a header option', async () => {
    const { id } = await make(14, true);
    await app.as('root').get(saveOption, {
      key: 'claude.model_headers_settings',
      value: '{"claude-m1":{"Host":["evil.example"],"x-team":["a"]}}',
    });
    const sent: Record<string, string>[] = [];
    const { dispatch } = app.ctx.outbound;
    app.ctx.outbound.dispatch = (_, __, { headers }) => {
      sent.push(headers);
      throw new Error('no request is expected here');
    };
    await app.as('root').get(saveOption, { key: 'SelfUseModeEnabled', value: 'true' });
    await app.as('root').call(testChannel, { id, model: 'claude-m1' });
    app.ctx.outbound.dispatch = dispatch;
    expect(sent).toEqual([expect.objectContaining({ 'x-team': 'a' })]);
    expect(sent[0]).not.toHaveProperty('host');
  });

  test('uses only the saved address for the list of models and for the balance', async () => {
    const { request } = app.ctx.outbound;
    const hosts = new Set<string>();
    app.ctx.outbound.request = async (_, url) => {
      hosts.add(new URL(url).host);
      throw new Error('no request is expected here');
    };
    const elsewhere = { base_url: 'https://evil.example', type: 14, other: 'evil.example', model: 'm' };
    for (const { code } of channelTypes) {
      const { id } = await make(code, true);
      for (const endpoint of [fetchChannelModels, updateBalance])
        await app.as('root').callLoosely(endpoint, { id, ...elsewhere });
    }
    app.ctx.outbound.request = request;
    expect([...hosts]).toEqual(['keep.example']);
  });

  test.each([
    [1, { base_url: 'https://evil.example/base' }],
    [1, { base_url: 'http://keep.example/base' }],
    [1, { base_url: 'https://keep.example/elsewhere' }],
    [1, { type: 14 }],
    [1, { setting: '{"proxy":"http://evil.example:3128"}' }],
    [1, { setting: null }],
    [1, { openai_organization: 'org-of-another' }],
    [3, { other: '2025-01-01' }],
    [18, { other: 'v4.0' }],
    [39, { other: 'acct2' }],
    [41, { other: 'europe-west1' }],
    [41, { other: '{"default":"us-central1","claude-m1":"europe-west1"}' }],
  ])('of type %i is refused at the key field when it changes %o', async (type, change) => {
    for (const actor of ['root', 'admin'] as const) {
      const { id } = await make(type, true);
      const { body } = await app.as(actor).callLoosely(updateChannel, { id, ...change });
      const [changed] = Object.keys(change);
      expect(body).toMatchObject({ success: false, code: 'channel_key_again', details: { changed } });
      const key = keyFor(type).replace('canary', 'second');
      const { body: saved } = await app.as(actor).callLoosely(updateChannel, { id, key, ...change });
      expect(saved).toMatchObject({ success: true });
    }
  });
});

describe('a key with invisible characters', () => {
  beforeEach(async () => {
    app = await buildTestApp();
  });
  afterEach(() => app.close());

  test.each([
    ' ',
    '\n',
    '\t',
    '\u00a0',
    '\u3000',
    '\u200b',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\u2800',
    ' \u200d\r\n\u00a0',
  ])('is no key: %j', async (key) => {
    const id = await makeChannel(app.ctx, { key: 'sk-canary-0001', base_url: 'https://keep.example' });
    const admin = app.as('admin');
    const change = { id, base_url: 'https://evil.example', key };
    expect((await admin.call(updateChannel, change)).body.code).toBe('channel_key_again');
    expect((await admin.call(updateChannel, { id, name: 'east', key })).body.success).toBe(true);
    expect(await keyOf(id)).toBe('sk-canary-0001');

    const draft = { type: 1, name: 'new', models: 'm', key };
    expect((await admin.call(createChannel, draft)).body.code).toBe('channel_key_required');
    expect((await admin.call(addChannelKeys, { id, key })).body.code).toBe('channel_key_required');
    const typed = { id, type: 1, base_url: 'https://evil.example', key };
    expect((await admin.callLoosely(fetchModels, typed)).body.code).toBe('channel_key_required');
  });

  test('loses them when it has other characters', async () => {
    const id = await makeChannel(app.ctx, { key: '\ufeffsk-\u200bone\u00a0' });
    expect(await keyOf(id)).toBe('sk-one');
  });
});

describe('a region', () => {
  beforeEach(async () => {
    app = await buildTestApp();
  });
  afterEach(() => app.close());

  const hostile = ['127.0.0.1:4611/x?', 'evil.example', 'us_east', 'us central1', 'US-CENTRAL1', 'a/b', 'a#'];

  test.each([
    ...hostile.map((region) => ['one', region] as const),
    ...hostile.map((region) => ['a map', JSON.stringify({ default: 'us-central1', m: region })] as const),
    ['a map', '{"default":1}'] as const,
  ])('that could be a host name is refused when a channel is saved: %s %s', async (_, other) => {
    const draft = { type: 41, name: 'v', models: 'm', key: keyFor(41), other };
    const { body } = await app.as('root').call(createChannel, draft);
    expect(body).toMatchObject({ code: 'invalid_input', details: { field: 'other', reason: 'region_form' } });
  });

  test('is refused in an Amazon key when it could be a host name', async () => {
    const draft = { type: 33, name: 'b', models: 'm', key: 'AK|SK|evil.example/x?' };
    const { body } = await app.as('root').call(createChannel, draft);
    expect(body).toMatchObject({ code: 'invalid_input', details: { field: 'key', reason: 'region_form' } });
  });

  test.each([
    ['127.0.0.1:4611/x?', 'gemini-2.0-flash'],
    ['{"default":"us-central1","gemini-2.0-flash":"127.0.0.1:4611/x?"}', 'gemini-2.0-flash'],
  ])('that is already stored is not dialled: %s', async (other, model) => {
    const id = await makeChannel(app.ctx, { type: 41, key: keyFor(41), other: 'us-central1' });
    await channels.update(app.ctx.db, id, { other });
    const places = [...footprintOf(app.ctx, await rowOf(id))];
    expect(places.filter((place) => !place.includes('googleapis.com'))).toEqual([]);
    await app.ctx.options.reload();
    const { body } = await app.as('root').call(testChannel, { id, model });
    expect(body).toMatchObject({ success: false, code: 'invalid_input', details: { field: 'other' } });
  });

  test('is the default one for a model named like an inherited object property', async () => {
    const other = '{"default":"us-central1"}';
    const id = await makeChannel(app.ctx, { type: 41, key: keyFor(41), other });
    const places = [...footprintOf(app.ctx, await rowOf(id), ['constructor'])];
    const calls = places.filter((place) => place.includes('/models/'));
    expect(calls).not.toEqual([]);
    expect(calls.filter((place) => !place.startsWith('https://us-central1-aiplatform.'))).toEqual([]);
  });
});
