import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { install } from '../../testing/guides/install.ts';
import { programsOf, readBlocks, runFor, startPageLab } from '../../testing/guides/use-page.ts';
import type { RelayLab } from '../../testing/relay.ts';

const page = readBlocks('use');
let lab: RelayLab;
let python: string;
beforeAll(async () => {
  lab = await startPageLab();
  const pip = ['openai', 'anthropic', 'google-genai'];
  const [commands = ''] = install('use-page', { npm: [], pip, files: {}, script: '' }).slice(-1);
  python = path.join(commands, 'python');
});
afterAll(() => lab?.close());

test.each(programsOf(page, 'python'))(
  'the Python program below "%s" works as it is',
  async (section, text) => {
    const output = await runFor(lab, text, [python, '-c']);
    expect(output).toBe(section === 'OpenAI' ? 'Hello there\nHello there' : 'Hello there\n');
  },
);
