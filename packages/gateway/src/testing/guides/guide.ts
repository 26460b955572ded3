import { readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.resolve(import.meta.dirname, '../../../../../docs/connect');

/** What a page of `docs/connect/` tells its reader to do. */
export interface Guide {
  /** Packages of the npm registry. */
  readonly npm: readonly string[];
  /** Packages of PyPI. */
  readonly pip: readonly string[];
  /** Files to write: by their titles, `~/` is the home folder. */
  readonly files: Readonly<Record<string, string>>;
  /** Commands in a shell, without those that install packages. */
  readonly script: string;
}

/** Reads the blocks of a page: those with a title are files, those of the shell are commands. */
export function readGuide(name: string): Guide {
  const page = readFileSync(path.join(folder, `${name}.md`), 'utf8');
  const blocks = [...page.matchAll(/^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$/gms)];
  const lines = blocks
    .filter(([, language, title]) => language === 'sh' && title === undefined)
    .flatMap(([, , , text = '']) => text.trimEnd().split('\n'));
  const packagesOf = (installer: string) =>
    lines
      .filter((line) => line.startsWith(installer))
      .flatMap((line) => line.slice(installer.length).split(' '));
  return {
    npm: packagesOf('npm install -g ').concat(packagesOf('npm install ').filter((word) => word !== '-g')),
    pip: packagesOf('pip install '),
    files: Object.fromEntries(blocks.flatMap(([, , title, text]) => (title ? [[title, text ?? '']] : []))),
    script: lines.filter((line) => !/^(npm|pip) install /.test(line)).join('\n'),
  };
}

/** How a client reaches the gateway. */
export interface Access {
  readonly url: string;
  readonly key: string;
  readonly model: string;
}

/** Replaces what a reader replaces. */
export function adapt(text: string, { url, key, model }: Access): string {
  return text.replaceAll('http://localhost:3000', url).replaceAll('sk-…', key).replaceAll('gpt-5.2', model);
}
