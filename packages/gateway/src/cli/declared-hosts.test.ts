import { createChannel, listAudit, saveOptions } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { channelFile, startDeclaredLab } from '../testing/declared-lab.ts';
import { applyCommand, driftCommand, planCommand } from './declared.ts';

const KEY = 'ChannelPrivateHosts';
const fileFor = (address: string) =>
  `version: 1\n${channelFile(`key: env:KEY\n    base_url: http://${address}`)}\n`;
const empty = 'version: 1\n';

async function startLab() {
  const lab = await startDeclaredLab();
  lab.setSecrets({ KEY: 'sk-1' });
  return { ...lab, hosts: () => lab.optionText(KEY), prune: { flags: ['--prune'] } };
}

test('a plan and the audit log name each private address that a declared channel opens', async () => {
  const { run, root, hosts } = await startLab();
  const line =
    /^\+ private host 10\.1\.2\.3:8080 in ChannelPrivateHosts, for channel a \(.*tollgate\.yaml:3\)$/m;
  const planned = await run(planCommand, fileFor('10.1.2.3:8080'));
  expect(planned).toMatch(line);
  expect(planned).toContain('2 things would change.');
  expect(await hosts()).toBe('');
  expect(await run(applyCommand, fileFor('10.1.2.3:8080'))).toMatch(line);
  expect(await hosts()).toBe('10.1.2.3:8080');
  const [row] = (await root.get(listAudit, { action: 'declared.apply' })).items;
  expect(JSON.stringify(row)).toContain('+ private host 10.1.2.3:8080');
  expect(await run(driftCommand, fileFor('10.1.2.3:8080'))).toContain('is what the file says');
});

test('a private address goes with the declared channel that brought it', async () => {
  const { run, hosts, prune } = await startLab();
  await run(applyCommand, fileFor('10.1.2.3:8080'));
  const moved = await run(applyCommand, fileFor('10.1.2.4'));
  expect(moved).toContain('+ private host 10.1.2.4:80 in');
  expect(moved).toContain('- private host 10.1.2.3:8080 in');
  expect(await hosts()).toBe('10.1.2.4:80');
  expect(await run(applyCommand, empty, prune)).toContain('- private host 10.1.2.4:80 in');
  expect(await hosts()).toBe('');
});

test('a private address stays as long as another channel leads there, or when root has added it', async () => {
  const { run, root, hosts, prune } = await startLab();
  await root.get(saveOptions, { options: [{ key: KEY, value: '10.1.2.9:80' }] });
  expect(await run(applyCommand, fileFor('10.1.2.9'))).not.toContain('private host');
  await run(applyCommand, fileFor('10.1.2.3'));
  await root.get(createChannel, {
    ...{ type: 1, name: 'by hand', models: 'm', key: 'sk-2', base_url: 'http://10.1.2.3/' },
  });
  expect(await run(applyCommand, empty, prune)).not.toContain('private host');
  expect(await hosts()).toBe('10.1.2.9:80\n10.1.2.3:80');
});

test('a channel that leaves the file and stays keeps its private address', async () => {
  const { run, hosts } = await startLab();
  await run(applyCommand, fileFor('10.1.2.3'));
  expect(await run(applyCommand, empty)).not.toContain('private host');
  expect(await hosts()).toBe('10.1.2.3:80');
});

test('a file that has the list itself has to name the address', async () => {
  const { run, hosts } = await startLab();
  const withList = (list: string) => `${fileFor('10.1.2.3')}options: { ${KEY}: [${list}] }\n`;
  await expect(run(applyCommand, withList('"10.9.9.9:80"'))).rejects.toThrow(
    /:3: the private address 10\.1\.2\.3:80 is not in ChannelPrivateHosts of this file: add it there/,
  );
  expect(await hosts()).toBe('');
  expect(await run(applyCommand, withList('"10.1.2.3:80"'))).toContain(`option ${KEY}`);
  expect(await hosts()).toBe('10.1.2.3:80');
});

test('a declared channel keeps its address when the list of an earlier file goes', async () => {
  const { run, hosts, prune } = await startLab();
  await run(applyCommand, `${fileFor('10.1.2.3')}options: { ${KEY}: ["10.9.9.9:80", "10.1.2.3:80"] }\n`);
  const printed = await run(applyCommand, fileFor('10.1.2.3'), prune);
  expect(printed).toMatch(/^- option ChannelPrivateHosts\n\+ private host 10\.1\.2\.3:80 in /m);
  expect(await hosts()).toBe('10.1.2.3:80');
});
