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
  ['text that is no YAML', 'options: [', /:\d: /],
])('a file with %s is refused whole, with the line', async (_, text, reason) => {
  const gateway = await startDeclaredLab();
  gateway.setSecrets({ KEY: 'sk-1' });
  const file = `version: 1\n${text}\n${text.startsWith('options') ? '' : 'options:\n  SystemName: Taken\n'}`;
  await expect(gateway.run(applyCommand, file)).rejects.toThrow(reason);
  await expect(gateway.run(planCommand, file)).rejects.toThrow('Nothing was changed.');
  expect(await gateway.optionText('SystemName')).toBe('Tollgate');
  expect(await declarations.list(gateway.app.ctx.db)).toEqual([]);
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
