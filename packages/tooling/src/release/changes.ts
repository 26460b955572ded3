import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Readers of the changelog, in its order: the first part of a file's name in `changes/`, and the heading. */
const AUDIENCES = {
  users: 'Users',
  admins: 'Administrators',
  operators: 'Operators',
  areas: 'Area teams',
  contributors: 'Contributors',
} as const;
type Audience = keyof typeof AUDIENCES;

/** A line of the next version's changelog. */
export interface Change {
  file: string;
  audience: Audience;
  text: string;
}

/** Reads `changes/`. Complains about names without a reader and files without a text. */
export function readChanges(root: string): { changes: Change[]; complaints: string[] } {
  const files = globSync('changes/*', { cwd: root })
    .filter((file) => file !== path.join('changes', 'README.md'))
    .sort();
  const changes: Change[] = [];
  const complaints: string[] = [];
  for (const file of files) {
    const audience = /^([a-z]+)-[a-z0-9-]+\.md$/.exec(path.basename(file))?.[1] ?? '';
    const text = readFileSync(path.join(root, file), 'utf8').trim();
    if (!isAudience(audience))
      complaints.push(`${file} must be named <reader>-<words>.md. Readers: ${names}.`);
    else if (text === '' || /^[-*#]/m.test(text))
      complaints.push(`${file} must be sentences, without a list or a heading.`);
    else changes.push({ file, audience, text: text.replaceAll(/\s*\n\s*/g, ' ') });
  }
  return { changes, complaints };
}

const names = Object.keys(AUDIENCES).join(', ');

function isAudience(name: string): name is Audience {
  return Object.hasOwn(AUDIENCES, name);
}

/** Returns the changelog of one version as Markdown. */
export function formatVersion(version: string, date: string, changes: readonly Change[]): string {
  const parts = Object.entries(AUDIENCES).flatMap(([audience, heading]) => {
    const texts = changes.filter((change) => change.audience === audience).map(({ text }) => `- ${text}`);
    return texts.length > 0 ? [`### ${heading}\n\n${texts.join('\n')}`] : [];
  });
  return [`## ${version} (${date})`, ...parts].join('\n\n');
}

/** Returns the changelog with a version before the others. */
export function addVersion(changelog: string, section: string): string {
  const at = changelog.search(/^## /m);
  return at < 0
    ? `${changelog.trimEnd()}\n\n${section}\n`
    : `${changelog.slice(0, at)}${section}\n\n${changelog.slice(at)}`;
}

/** Returns the text of one version, without its heading. Empty when the changelog lacks it. */
export function notesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.startsWith(`${version} `)) ?? '';
  return section.split('\n').slice(1).join('\n').trim();
}
