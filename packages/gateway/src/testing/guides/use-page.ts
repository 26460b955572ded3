import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { type RelayLab, startRelayLab } from '../relay.ts';
import { StoringProvider } from '../storing-provider.ts';
import { completion } from '../upstream.ts';

const docs = path.resolve(import.meta.dirname, '../../../../../docs');
const run = promisify(execFile);

/** A block of the page about the API, and the section (`##`) that it is in. */
export interface Block {
  readonly section: string;
  readonly language: string;
  readonly text: string;
}

/** Reads the blocks of code in `docs/<folder>/call-the-api.md`. */
export function readBlocks(folder: string): Block[] {
  const page = readFileSync(path.join(docs, folder, 'call-the-api.md'), 'utf8');
  return page.split(/^## /m).flatMap((part) => {
    const [section = ''] = part.split('\n', 1);
    const blocks = part.matchAll(/^```(\w+)\n(.*?)^```$/gms);
    return [...blocks].map(([, language = '', text = '']) => ({ section, language, text }));
  });
}

/** Joins the blocks of a language in each section: later ones use what earlier ones made. */
export function programsOf(blocks: readonly Block[], language: string): [section: string, text: string][] {
  const own = blocks.filter((block) => block.language === language);
  const sections = [...new Set(own.map(({ section }) => section))];
  return sections.map((section) => [
    section,
    own
      .filter((block) => block.section === section)
      .map(({ text }) => text)
      .join('\n'),
  ]);
}

/** A gateway as the page has it: with `gpt-4o-mini` and `gpt-5`, but without the models that fall back. */
export async function startPageLab(): Promise<RelayLab> {
  const lab = await startRelayLab({ quota: 100_000_000, channel: false });
  await lab.option('ModelRatio', { 'gpt-4o-mini': 1, 'gpt-5': 1, 'gpt-4o': 1, 'claude-sonnet-4-5': 1 });
  await lab.channel({ models: 'gpt-4o-mini,gpt-5' });
  const stored = new StoringProvider();
  const chat = completion();
  lab.upstream.script = (call, response) =>
    (call.path.startsWith('/v1/responses') ? stored.script : chat)(call, response);
  return lab;
}

/** Runs a program with the address and the key of the lab. Returns what it printed. @throws when it fails */
export async function runFor(lab: RelayLab, text: string, command: readonly [string, ...string[]]) {
  const [file, ...words] = command;
  const program = text.replaceAll('http://localhost:3000', lab.url);
  const env = { PATH: process.env.PATH, TOLLGATE_API_KEY: lab.key };
  const { stdout } = await run(file, [...words, program], { cwd: import.meta.dirname, env, timeout: 60_000 });
  return stdout;
}
