import { agents, libraries, refusals } from '../guides/programs.ts';
import { allVendors } from '../guides/vendors.ts';
import { type DialectName, dialects } from './dialects.ts';
import { exceptions } from './exceptions.ts';
import { type ClientName, matrixClients } from './questions.ts';
import { tasks } from './tasks.ts';

/** Programs by their guides. */
const programs: Readonly<Record<string, string>> = {
  'codex-cli': 'Codex CLI',
  'claude-code': 'Claude Code',
  'gemini-cli': 'Gemini CLI',
  opencode: 'opencode',
  aider: 'aider',
  langchain: 'LangChain',
  llamaindex: 'LlamaIndex',
  'vercel-ai-sdk': 'Vercel AI SDK',
  litellm: 'LiteLLM',
};

/** Returns the text of `docs/connect/matrix.md`: which client reaches which provider, and what cannot work. */
export function describeMatrix(): string {
  const columns = Object.keys(dialects) as DialectName[];
  const rows = Object.entries(matrixClients).map(([client, { name }]) => [
    name,
    ...columns.map((dialect) => cellOf(client as ClientName, dialect)),
  ]);
  const notes = exceptions.map(({ task, reason }, at) => `${at + 1}. ${capital(task)}: ${reason}`);
  const vendors = Object.keys(allVendors);
  const rowOf = (program: string) => [
    `[${programs[program]}](${program}.md)`,
    ...vendors.map((vendor) => programCell(program, vendor)),
  ];
  const programNotes = refusals.map(({ reason }, at) => `${exceptions.length + at + 1}. ${reason}`);
  return `# Clients and providers

## SDKs

Each official SDK was run through the gateway against each kind of channel, with a provider that refuses what its documentation does not allow. The tasks: ${Object.keys(tasks).join(', ')}.

${markdownTable([['', ...columns], ...rows])}
✓: every task works. A number names the task that does not, and why:

${notes.join('\n')}

## Programs

Each program was installed and run as its page says, in the version that [the list](README.md) has. Agents think, call a tool that writes a file, read its result and answer. Libraries chat, stream, call a tool with a second turn, and ask for an object by a schema.

${markdownTable([['', ...vendors], ...[...agents, ...libraries].map(rowOf)])}
✓: all of it works. A number says what does not:

${programNotes.join('\n')}
`;
}

function programCell(program: string, vendor: string): string {
  const numbers = refusals.flatMap((each, at) =>
    each.programs.includes(program) && each.vendors.includes(vendor) ? [exceptions.length + at + 1] : [],
  );
  return numbers.length > 0 ? `all but ${numbers.join(', ')}` : '✓';
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
