import { saveOptions } from '@tollgate/contract';
import { expect, test } from 'vitest';
import * as declarations from '../modules/shared/repository/declarations.ts';
import { channelFile, limitFile, startDeclaredLab } from '../testing/declared-lab.ts';
import { applyCommand, planCommand } from './declared.ts';

test.each([
  [
    'a word that is no field',
    'channels:\n  - name: a\n    typ: 1',
    /:4: channels\.0\.typ: there is no such field/,
  ],
  [
    'a secret in plain text',
    'options:\n  SMTPToken: hunter2',
    /:3: options\.SMTPToken: secrets are references/,
  ],
  [
    'a key that is not in the environment',
    channelFile('key: env:NOT_THERE'),
    /:5: channels\.0\.key: the environment has no NOT_THERE/,
  ],
  [
    'a key in a file that is not there',
    channelFile('key: file:/nowhere/key'),
    /:5: .*\/nowhere\/key cannot be read \(ENOENT\)/,
  ],
  [
    'an option that is not known',
    'options:\n  Systemname: x',
    /:3: options\.Systemname: there is no such option/,
  ],
  ['a value that an option refuses', 'options:\n  RetryTimes: 99', /:3: Check the setting “RetryTimes”/],
  [
    'a switch without its secret',
    'options:\n  TelegramOAuthEnabled: true',
    /:3: Fill in “TelegramBotToken” first/,
  ],
  ['a limit for a group that is not there', limitFile('scope: group\n    scope_id: unknown'), /:3: .*/],
  [
    'a limit for one user',
    limitFile('scope: user\n    scope_id: "7"'),
    /:5: limits\.0\.scope_id: rules of one user/,
  ],
  [
    'two channels with one name',
    `${channelFile('key: env:KEY')}\n  - { name: a, type: 1, key: env:KEY, models: [m] }`,
    /:7: channels\.1\.name: there are two/,
  ],
  [
    'a password of a proxy in plain text',
    channelFile('key: env:KEY\n    setting: { proxy: "http://a:b@proxy:1" }'),
    /:6: channels\.0\.setting: the password of the proxy/,
  ],
  [
    'a field that is there twice',
    'options:\n  SystemName: a\n  SystemName: b',
    /:4: Map keys must be unique/,
  ],
  [
    'a price with two units',
    'prices:\n  m: { input: 1, per_call: 2 }',
    /:3: prices\.m: a price has one of input, per_call and per_second, not input and per_call$/m,
  ],
  [
    'a price of shares alone',
    'prices:\n  m: { output_ratio: 2 }',
    /:3: prices\.m: output_ratio is a share of input: write input too/,
  ],
  [
    'a price of calls with a share',
    'prices:\n  m: { per_call: 2, cache_read_ratio: 2 }',
    /:3: prices\.m: cache_read_ratio is a share of input/,
  ],
  ['an empty price', 'prices:\n  m: {}', /:3: prices\.m: a price has input, per_call or per_second; null/],
  [
    'a number that no provider has',
    'channels:\n  - name: a\n    type: 999\n    key: env:KEY\n    models: [m]',
    /:4: channels\.0\.type: no provider has the number 999/,
  ],
  [
    'a channel for a group that is not there',
    channelFile('key: env:KEY\n    groups: [default, gold]'),
    /:6: there is no group gold: add it to the option GroupRatio$/m,
  ],
  [
    'a channel for a group that the same file takes away',
    `${channelFile('key: env:KEY\n    groups: [vip]')}\nprices: {}\noptions: { GroupRatio: { default: 1 } }\nlimits: []`,
    /:6: there is no group vip/,
  ],
  [
    'an unknown window',
    limitFile('scope: everybody\n    window: fortnight'),
    /:5: limits\.0\.window: must be minute, hour, day/,
  ],
  [
    'a list for a map',
    channelFile('key: env:KEY\n    setting: "[1]"'),
    /:6: channels\.0\.setting: must be a JSON object/,
  ],
  [
    'a field that is missing',
    'limits:\n  - scope: everybody\n    amount: many',
    /:3: limits\.0\.name: this field is missing; it must be a text\n.*:3: limits\.0\.resource: this field is missing; it must be quota, tokens, requests or concurrent\n.*:4: limits\.0\.amount: must be a number\n/,
  ],
  [
    'an empty list',
    'channels:\n  - { name: a, type: 1, key: env:KEY, models: [] }',
    /channels\.0\.models: must not be empty/,
  ],
  [
    'two costs for one model',
    channelFile('key: env:KEY\n    costs: [{ models: "*", factor: 1, input: 2 }]'),
    /:6: channels\.0\.costs\.0: a cost has exactly one of factor, input/,
  ],
  ['text that is no YAML', 'options: [', /:\d: /],
])('a file with %s is refused whole, with the line', async (_, text, reason) => {
  const gateway = await startDeclaredLab();
  gateway.setSecrets({ KEY: 'sk-1' });
  const file = `version: 1\n${text}\n${/^options/m.test(text) ? '' : 'options:\n  SystemName: Taken\n'}`;
  await expect(gateway.run(applyCommand, file)).rejects.toThrow(reason);
  await expect(gateway.run(planCommand, file)).rejects.toThrow('Nothing was changed.');
  expect(await gateway.optionText('SystemName')).toBe('Tollgate');
  expect(await declarations.list(gateway.app.ctx.db)).toEqual([]);
});

test('all mistakes of a file are named at once, in the order of its lines', async () => {
  const gateway = await startDeclaredLab();
  const file = `version: 1
options:
  RetryTimes: 99
  Systemname: x
prices:
  m: { input: -1, per_call: x }
channels:
  - { name: a, type: 999, key: env:NOT_THERE, models: [m] }
  - { name: b, type: 1, models: [m] }
  - { name: c, type: 1, key: env:NOT_THERE, models: [m], groups: [gold] }
limits:
  - { name: one, scope: everybody, resource: quota, amount: 5, window: fortnight }
  - { name: zero, scope: user, scope_id: 7, resource: quota, amount: many }
  - { name: two, scope: user, scope_id: each, resource: quota, amount: 5, when_full: skip }
  - { name: three, scope: channel, scope_id: a, resource: quota, amount: 5 }
  - { name: four, scope: group, scope_id: gold, resource: quota, amount: 5 }
`;
  const error = await gateway.run(planCommand, file).catch(({ message }: Error) => message);
  expect(error.replaceAll(`${gateway.folder}/tollgate.yaml`, '')).toBe(`\
:3: Check the setting “RetryTimes”: more than 10.
:4: options.Systemname: there is no such option
:6: prices.m.input: must be at least 0
:6: prices.m.per_call: must be a number
:6: prices.m: a price has one of input, per_call and per_second, not input and per_call
:8: channels.0.type: no provider has the number 999: docs/operating.md says where to find the numbers
:8: channels.0.key: the environment has no NOT_THERE
:9: channels.1.key: this field is missing; secrets are references: env:NAME or file:/path
:10: channels.2.key: the environment has no NOT_THERE
:10: there is no group gold: add it to the option GroupRatio
:12: limits.0.window: must be minute, hour, day, week, month, forever, or rolling: and a number of hours, such as rolling:24
:13: limits.1.scope_id: must be a text
:13: limits.1.amount: must be a number
:14: Check “when_full”: only a full channel can be skipped.
:16: “gold” doesn't exist, so a limit can't apply to it.
Nothing was changed.`);
});

test('prices that an option holds in two units are exported as calls are charged', async () => {
  const gateway = await startDeclaredLab();
  const set = (key: string, value: string) => gateway.root.get(saveOptions, { options: [{ key, value }] });
  await set('ModelRatio', '{ "both": 1 }');
  await set('ModelPrice', '{ "both": 0.5 }');
  await set('CompletionRatio', '{ "share": 2 }');
  const written = await gateway.write();
  expect(written).toMatch(/^ {2}both:\n {4}per_call: 0\.5\n/m);
  expect(await gateway.run(planCommand, written)).toBe('The gateway is what the file says.\n');
});

test.each([
  [['--prun'], /^There is no option --prun\.\n/],
  [['-p'], /^There is no option -p\.\n/],
  [['--prune=yes'], /^--prune has no value\.\n/],
  [['second.yaml'], /^Name one file\.\n/],
])('a command with %s names the mistake', async (flags, reason) => {
  const gateway = await startDeclaredLab();
  for (const command of [planCommand, applyCommand])
    await expect(gateway.run(command, 'version: 1', { flags })).rejects.toThrow(reason);
});

test('a command without a file asks for one', async () => {
  const gateway = await startDeclaredLab();
  await expect(applyCommand(gateway.app.ctx.config, ['--prune'])).rejects.toThrow(/^Say which file\.\n/);
});
