import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createChannel,
  deleteChannel,
  deleteLimit,
  listAudit,
  listLimits,
  listOptions,
  listPrices,
  pageChannels,
  saveChannelCosts,
  saveOptions,
  setPrices,
  updateChannel,
  updateLimit,
} from '@tollgate/contract';
import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import * as declarations from '../modules/shared/repository/declarations.ts';
import { describeDatabases } from '../testing/databases.ts';
import { channelFile, fillGateway, limitFile, startDeclaredLab } from '../testing/declared-lab.ts';
import { applyCommand, driftCommand, planCommand } from './declared.ts';

describeDatabases('a declared configuration', (database) => {
  test('goes from a gateway to an empty one and back without a changed byte', async () => {
    const first = await startDeclaredLab(database);
    await fillGateway(first);
    const written = await first.write();
    for (const secret of ['mail-secret', 'sk-open', 'sk-proxied', 'p@ss', 'p%40ss'])
      expect(written).not.toContain(secret);

    const second = await startDeclaredLab(database);
    second.setSecrets();
    await second.run(applyCommand, written);
    expect(await second.write()).toBe(written);
    expect(await second.run(driftCommand, written)).toContain('is what the file says');

    const { items } = await second.root.get(pageChannels, {});
    expect(items.map(({ name, key_hint }) => [name, key_hint.split(' ')[1] ?? ''])).toEqual([
      ['proxied', 'cond'],
      ['openai (2)', ''],
      ['openai', ''],
    ]);
    const [audit] = (await second.root.get(listAudit, { action: 'declared.apply' })).items;
    expect(audit?.target).toContain('tollgate.yaml');
  });
});

test('the gateway that a file was exported from is what the file says', async () => {
  const gateway = await startDeclaredLab();
  await fillGateway(gateway);
  const written = await gateway.write();
  gateway.setSecrets();
  expect(await gateway.run(planCommand, written)).toBe('The gateway is what the file says.\n');
});

test('a gateway takes its own file although a channel has a group without a ratio', async () => {
  const gateway = await startDeclaredLab();
  await fillGateway(gateway);
  const { ctx } = gateway.app;
  await ctx.db
    .updateTable('channels')
    .set({ group: 'default,forgotten' })
    .where('name', '=', 'proxied')
    .execute();
  const written = await gateway.write();
  expect(written).toContain('forgotten');
  gateway.setSecrets();
  expect(await gateway.run(planCommand, written)).toBe('The gateway is what the file says.\n');
  await gateway.run(applyCommand, written);
  expect(await gateway.run(planCommand, written)).toBe('The gateway is what the file says.\n');
  const added = written.replaceAll('forgotten', 'invented');
  await expect(gateway.run(planCommand, added)).rejects.toThrow('there is no group invented');
});

test('a file can be applied before the first start of a gateway', async () => {
  const gateway = await startDeclaredLab();
  gateway.setSecrets({ KEY: 'sk-1' });
  const config = readConfig({ DATA_DIR: join(gateway.folder, 'data') });
  const file = `version: 1\n${channelFile('key: env:KEY')}\nprices: { m: { input: 3 } }\n`;
  expect(await gateway.run(applyCommand, file, { config })).toMatch(/^\+ channel a .*\n\+ price m /);
  const [, prices] = (await gateway.write(config)).split('prices:\n');
  expect(prices).toMatch(/^ {2}m:\n {4}input: 3\nchannels:\n {2}- name: a\n/);
});

test('a plan names each change, and changes nothing', async () => {
  const gateway = await startDeclaredLab();
  await fillGateway(gateway);
  gateway.setSecrets({ TOLLGATE_CHANNEL_OPENAI_KEY: 'sk-rotated' });
  const file = (await gateway.write())
    .replace('SystemName: Our gateway', 'SystemName: Renamed')
    .replace('amount: 5000', 'amount: 6000');
  const plan = await gateway.run(planCommand, file);
  expect(plan).toMatch(/^~ channel openai: key changed \(.*tollgate\.yaml:\d+\)$/m);
  expect(plan).toMatch(/^~ option SystemName: Our gateway -> Renamed /m);
  expect(plan).toMatch(/^~ limit vip group: amount 5000 -> 6000 /m);
  expect(plan).toContain('3 things would change.');
  expect(plan).not.toContain('sk-rotated');
  await expect(gateway.run(driftCommand, file)).rejects.toThrow('The gateway differs from');
  expect(await gateway.optionText('SystemName')).toBe('Our gateway');
});

test('what a file declares cannot be changed in the console, which says where it is declared', async () => {
  const gateway = await startDeclaredLab();
  await fillGateway(gateway);
  gateway.setSecrets();
  await gateway.run(applyCommand, await gateway.write());
  const { root } = gateway;
  const { items: channels } = await root.get(pageChannels, {});
  const openai = channels.find(({ name }) => name === 'openai')?.id ?? 0;
  const { items: rules } = await root.get(listLimits, {});
  const rule = rules.find(({ name }) => name === 'vip group')?.id ?? 0;
  const price = {
    input: 9,
    output: 9,
    cache_read: null,
    cache_write: null,
    cache_write_hour: null,
    per_call: null,
    per_second: null,
  };
  const answers = [
    await root.call(saveOptions, { options: [{ key: 'SystemName', value: 'Other' }] }),
    await root.call(updateChannel, { id: openai, priority: 7 }),
    await root.call(updateChannel, { id: openai, status: 2 }),
    await root.call(deleteChannel, { id: openai }),
    await root.call(saveChannelCosts, { id: openai, costs: [] }),
    await root.call(updateLimit, { id: rule, amount: 1 }),
    await root.call(deleteLimit, { id: rule }),
    await root.call(setPrices, { prices: [{ model: 'house-model', price }] }),
  ];
  for (const { status, body } of answers) {
    expect(status).toBe(409);
    expect(body.message).toMatch(
      /is declared in .*tollgate\.yaml:\d+\. Change it there and run tollgate apply\./,
    );
  }
  const place = expect.stringMatching(/tollgate\.yaml:\d+$/);
  expect(channels.find(({ id }) => id === openai)?.declared).toEqual(place);
  expect(rules.find(({ id }) => id === rule)?.declared).toEqual(place);
  expect(rules.find(({ name }) => name === 'of a person')?.declared).toBeUndefined();
  const named = (await root.get(listOptions, {})).filter(({ declared }) => declared).map(({ key }) => key);
  expect(named).toEqual(expect.arrayContaining(['SystemName', 'SMTPToken']));
  expect(named).not.toContain('Footer');
  const prices = (await root.get(listPrices, {})).filter(({ declared }) => declared);
  expect(prices.map(({ model }) => model)).toEqual(['house-model']);
  const inChinese = await root.send('DELETE', `/api/channel/${openai}`, {
    headers: { 'accept-language': 'zh' },
  });
  expect(inChinese.body.message).toMatch(/“openai \(2\)”由 .*tollgate\.yaml:\d+ 声明/);

  // What no file declares is as before.
  await root.get(saveOptions, { options: [{ key: 'Footer', value: 'ours' }] });
  await root.get(setPrices, { prices: [{ model: 'another-model', price }] });
  await root.get(createChannel, { type: 1, name: 'by hand', models: 'm', key: 'sk-hand' });
});

test('what leaves the file can be changed again; with --prune it goes', async () => {
  const gateway = await startDeclaredLab();
  gateway.setSecrets({ KEY: 'sk-1' });
  const { root } = gateway;
  await root.get(createChannel, { type: 1, name: 'by hand', models: 'm', key: 'sk-hand' });
  const declared = 'version: 1\noptions: { SystemName: Ours }\nprices: { m: { input: 3 } }\n';
  const more = `${channelFile('key: env:KEY')}\n${limitFile('scope: channel\n    scope_id: a')}`;
  await gateway.run(applyCommand, `${declared}${more}`);
  await gateway.run(applyCommand, 'version: 1');
  expect(await declarations.list(gateway.app.ctx.db)).toEqual([]);
  expect((await root.get(pageChannels, {})).total).toBe(2);

  await gateway.run(applyCommand, `${declared}${more}`);
  const printed = await gateway.run(applyCommand, 'version: 1', { flags: ['--prune'] });
  expect(printed.split('\n').filter((line) => line.startsWith('-'))).toEqual([
    '- price m',
    '- option SystemName',
    '- limit everyone',
    '- channel a',
  ]);
  const { items } = await root.get(pageChannels, {});
  expect(items.map(({ name }) => name)).toEqual(['by hand']);
  expect((await root.get(listLimits, {})).total).toBe(0);
  expect(await gateway.optionText('SystemName')).toBe('Tollgate');
  expect((await root.get(listPrices, {})).some(({ model }) => model === 'm')).toBe(false);
});

test('a key in a file of the machine is read, and the file is named again in the next export', async () => {
  const gateway = await startDeclaredLab();
  const path = join(gateway.folder, 'key');
  writeFileSync(path, 'sk-from-file\n');
  await gateway.run(applyCommand, `version: 1\n${channelFile(`key: file:${path}`)}`);
  expect(await gateway.write()).toContain(`key: file:${path}`);
  writeFileSync(path, 'sk-rotated\n');
  expect(await gateway.run(applyCommand, `version: 1\n${channelFile(`key: file:${path}`)}`)).toContain(
    'key changed',
  );
});
