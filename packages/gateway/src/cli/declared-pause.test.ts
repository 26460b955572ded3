import {
  ChannelStatus,
  enableChannelTag,
  listChannelKeys,
  pageChannels,
  setChannelKeys,
  updateChannel,
} from '@tollgate/contract';
import { expect, test } from 'vitest';
import { trip } from '../modules/channels/health/channel-trip.ts';
import { refuse, restoreKey } from '../modules/channels/keys/channel-key-work.ts';
import { channelFile, startDeclaredLab } from '../testing/declared-lab.ts';
import { applyCommand, driftCommand } from './declared.ts';

/** A gateway with the declared channel `a`, which has two keys and which the gateway has disabled. */
async function startPaused(line = 'key: env:KEY') {
  const gateway = await startDeclaredLab();
  gateway.setSecrets({ KEY: 'sk-1\nsk-2' });
  const file = `version: 1\n${channelFile(line)}`;
  await gateway.run(applyCommand, file);
  const { root, app } = gateway;
  const find = async () => {
    const [channel] = (await root.get(pageChannels, {})).items;
    if (!channel) throw new Error('there is no channel');
    return channel;
  };
  const { id } = await find();
  await trip(app.ctx, id, 'no credit');
  return { ...{ ...gateway, file, id, find }, status: async () => (await find()).status };
}

test('a declared channel that the gateway disabled can be enabled, and no more', async () => {
  const { root, id, status, find, run, file } = await startPaused();
  expect(await status()).toBe(ChannelStatus.tripped);
  expect((await root.call(updateChannel, { id, status: 1, priority: 7 })).status).toBe(409);
  expect((await root.call(updateChannel, { id, status: 2 })).status).toBe(409);
  await root.get(updateChannel, { id, status: 1 });
  expect(await find()).toMatchObject({ status: ChannelStatus.enabled, other_info: '', priority: 0 });
  expect((await root.call(updateChannel, { id, status: 2 })).status).toBe(409);
  expect(await run(driftCommand, file)).toContain('is what the file says');
});

test('a declared channel is enabled again with the others of its tag', async () => {
  const { root, status } = await startPaused('key: env:KEY\n    tag: eu');
  await root.get(enableChannelTag, { tag: 'eu' });
  expect(await status()).toBe(ChannelStatus.enabled);
  // Once more: a bulk change also meets channels that are enabled.
  await root.get(enableChannelTag, { tag: 'eu' });
});

test('a declared channel comes back with one of its keys', async () => {
  const { root, id, status, app } = await startPaused();
  await refuse(app.ctx, id, 'sk-1', 'no credit');
  await refuse(app.ctx, id, 'sk-2', 'no credit');
  const [first] = await root.get(listChannelKeys, { id });
  await root.get(setChannelKeys, { id, keys: [first?.id ?? ''], status: ChannelStatus.enabled });
  expect(await status()).toBe(ChannelStatus.enabled);
});

test('a declared channel comes back after a test that it passes', async () => {
  const { id, status, app } = await startPaused();
  await restoreKey(app.ctx, id, 'sk-1');
  expect(await status()).toBe(ChannelStatus.enabled);
});

test('a channel that is declared as disabled cannot be enabled', async () => {
  const { root, id, status } = await startPaused('key: env:KEY\n    enabled: false');
  expect(await status()).toBe(ChannelStatus.disabled);
  expect((await root.call(updateChannel, { id, status: 1 })).status).toBe(409);
});
