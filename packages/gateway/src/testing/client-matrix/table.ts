import { type DialectName, dialects } from './dialects.ts';
import { exceptions } from './exceptions.ts';
import { type ClientName, matrixClients } from './questions.ts';
import { tasks } from './tasks.ts';

/** Returns the text of `docs/connect/matrix.md`: which client reaches which provider, and what cannot work. */
export function describeMatrix(): string {
  const columns = Object.keys(dialects) as DialectName[];
  const rows = Object.entries(matrixClients).map(([client, { name }]) => [
    name,
    ...columns.map((dialect) => cellOf(client as ClientName, dialect)),
  ]);
  const notes = exceptions.map(({ task, reason }, at) => `${at + 1}. ${capital(task)}: ${reason}`);
  return `# Clients and providers

Each official SDK was run through the gateway against each kind of channel, with a provider that refuses what its documentation does not allow. The tasks: ${Object.keys(tasks).join(', ')}.

${markdownTable([['', ...columns], ...rows])}
✓: every task works. A number names the task that does not, and why:

${notes.join('\n')}
`;
}

function cellOf(client: ClientName, dialect: DialectName): string {
  const numbers = exceptions.flatMap((each, at) =>
    each.clients.includes(client) && each.dialects.includes(dialect) ? [at + 1] : [],
  );
  return numbers.length > 0 ? `all but ${numbers.join(', ')}` : '✓';
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function markdownTable([head = [], ...rows]: string[][]): string {
  const widths = head.map((_, at) => Math.max(3, ...[head, ...rows].map((row) => row[at]?.length ?? 0)));
  const line = (row: string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |\n`;
  return line(head) + line(widths.map((width) => '-'.repeat(width))) + rows.map(line).join('');
}
