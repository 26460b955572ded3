import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Returns the shell commands of a section of a page in docs/guides, block by block. An empty heading: before the first. */
export function shellBlocks(guides: string, page: string, heading: string): string[] {
  const text = readFileSync(path.join(guides, page), 'utf8');
  const section = text
    .split(/^## /m)
    .find((part, index) => (heading === '' ? index === 0 : part.startsWith(`${heading}\n`)));
  if (section === undefined) throw new Error(`${page} has no section ${heading}.`);
  return [...section.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);
}

/**
 * Replaces what a reader replaces: examples by the values of this run. Every value must occur, so that a test notices
 * when the page names its examples in another way.
 */
export function fillIn(block: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((text, [example, value]) => {
    if (!text.includes(example)) throw new Error(`The commands do not name ${example}:\n${block}`);
    return text.replaceAll(example, value);
  }, block);
}

/** Ends commands that run until Ctrl+C after some seconds, as their reader does. They must be running by then. */
export function endWithCtrlC(block: string, command: string, seconds: number): string {
  return block.replace(
    new RegExp(`^${command}[^\n#]*`, 'm'),
    (line) =>
      `(set +e; timeout -s INT -k 20 ${seconds} ${line.trim()}; [ $? = 124 ] || [ $? = 137 ] || false) `,
  );
}
