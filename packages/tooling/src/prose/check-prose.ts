import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findWords, type PhraseRule, phraseRules } from './phrases.ts';
import { type Line, readProse } from './read-prose.ts';
import { Spelling } from './spelling.ts';

/** Files with prose: docs, texts of screens, sources and settings. */
const PROSE = /\.(md|tsx?|mjs|cjs|css|ya?ml|sh|conf|service)$|(^|\/)(en|zh)(\/[^/]+)?\.json$/;
/** Generated, recorded from elsewhere, or texts of others. */
const NOT_OURS = /(^|\/)(fixtures|structures|host-api)\/|\.gen\.|^pnpm-lock/;
/** The rules quote what they forbid. */
const RULES = /^packages\/tooling\/src\/prose\//;

/** Checks spelling and phrases in the prose of `files`. Paths are relative to `root`. */
export function checkProse(root: string, files: Iterable<string>): { complaints: string[]; note: string } {
  const spelling = new Spelling(readWords(root));
  let lines = 0;
  const complaints = [...files]
    .filter((file) => PROSE.test(file) && !NOT_OURS.test(file))
    .flatMap((file) => {
      const content = readFileSync(path.join(root, file), 'utf8');
      const prose = readProse(file, content);
      lines += prose.length;
      const rules = RULES.test(file)
        ? []
        : phraseRules.filter(({ except, only = /./ }) => only.test(file) && !except?.test(file));
      return [
        ...prose.flatMap((line) =>
          judge(line, rules, spelling).map((why) => `${file}:${line.number} ${why}`),
        ),
        ...(RULES.test(file) ? [] : judgeWords(content).map((why) => `${file}:${why}`)),
      ];
    });
  const help = complaints.some((complaint) => complaint.endsWith(UNKNOWN))
    ? [`A word that is right belongs into "words" of cspell.json.`]
    : [];
  return { complaints: [...complaints, ...help], note: `${lines} lines of prose` };
}

export function judge({ text }: Line, rules: readonly PhraseRule[], spelling: Spelling): string[] {
  return [
    ...rules.filter(({ pattern }) => pattern.test(text)).map(({ name, instead }) => `"${name}": ${instead}`),
    ...spelling.findUnknown(text).map((word) => `"${word}" ${UNKNOWN}`),
  ];
}

/** Names of code and strings have the same words as prose, so whole lines are read. */
function judgeWords(content: string): string[] {
  return content
    .split('\n')
    .flatMap((line, index) =>
      findWords(line).map(({ word, instead }) => `${index + 1} "${word}": ${instead}`),
    );
}

const UNKNOWN = 'is not in the dictionary.';

/** The project's words, in the file that cspell's extensions for editors read too. */
function readWords(root: string): string[] {
  return (JSON.parse(readFileSync(path.join(root, 'cspell.json'), 'utf8')) as { words: string[] }).words;
}
