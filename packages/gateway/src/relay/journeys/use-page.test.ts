import { afterAll, beforeAll, expect, test } from 'vitest';
import { programsOf, readBlocks, runFor, startPageLab } from '../../testing/guides/use-page.ts';
import type { RelayLab } from '../../testing/relay.ts';

// @reads docs/use/call-the-api.md docs/zh/use/call-the-api.md
const blocks = readBlocks('use');
let lab: RelayLab;
beforeAll(async () => {
  lab = await startPageLab();
});
afterAll(() => lab.close());

const commands = blocks.filter(({ language }) => language === 'sh');

test('the page has commands for each format, the list of models and the fallback', () => {
  const sections = commands.map(({ section }) => section);
  expect(sections).toEqual([
    'OpenAI',
    'Anthropic',
    'Gemini',
    'List the models',
    'Fall back to another model',
  ]);
});

test.each(commands)('the command below "$section" works as it is', async ({ section, text }) => {
  const answer = JSON.parse(await runFor(lab, text, ['sh', '-ec']));
  expect(answer).not.toHaveProperty('error');
  expect(JSON.stringify(answer)).toContain(section === 'List the models' ? 'gpt-4o-mini' : 'Hello there');
});

test.each(programsOf(blocks, 'js'))('the program below "%s" works as it is', async (section, text) => {
  const output = await runFor(lab, text, [process.execPath, '--input-type=module', '-e']);
  expect(output).toBe(section === 'OpenAI' ? 'Hello there\nYes\n' : 'Hello there\n');
});

test('the Chinese page has the same code', () => {
  const codeOf = (folder: string) =>
    readBlocks(folder).map(({ language, text }) => [language, text.replaceAll('你好', 'Hello')]);
  expect(codeOf('zh/use')).toEqual(codeOf('use'));
});
