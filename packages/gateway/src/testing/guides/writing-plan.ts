import type { Planned } from '../strict-providers.ts';
import type { ReceivedCall } from '../upstream.ts';
import { listOfferedTools, type OfferedTool } from './offered-tools.ts';
import { hasResult } from './tool-results.ts';

export const FILE = 'hello.txt';
export const CONTENT = 'written through the gateway';
/** What the prompt of a test says. Requests for titles and summaries do not have it. */
export const ORDER = `Create the file ${FILE} with the text "${CONTENT}".`;
export const FAREWELL = `${FILE} is there.`;

/**
 * Plans what a coding agent's model does with the order to write a file: it thinks, calls whatever tool of the
 * client can write in `folder`, and says that the file is there once it has the result.
 */
export function planToWrite(folder: string, { json }: ReceivedCall): Planned {
  const tools = listOfferedTools(json);
  const text = JSON.stringify(json);
  // aider has no tools: the model writes the whole file into its answer.
  if (text.includes('*file listing*'))
    return { text: `${FAREWELL}\n\n${FILE}\n\`\`\`\n${CONTENT}\n\`\`\`\n` };
  const call = findCall(tools, folder);
  if (!call || !text.includes(CONTENT)) return { text: 'Nothing to do.' };
  if (hasResult(text)) return { thought: 'The tool is done.', text: FAREWELL };
  return { thought: 'A tool can do that.', text: 'I write it.', calls: [call] };
}

function findCall(tools: readonly OfferedTool[], folder: string): { name: string; args: object } | undefined {
  const writer = tools.find(({ name, schema }) => /^(write|write_file)$/i.test(name) && schema);
  if (writer) return { name: writer.name, args: fill(writer.schema, folder) };
  const shell = tools.find(({ name }) => /shell|exec_command|bash/i.test(name));
  return shell && { name: shell.name, args: fill(shell.schema, folder) };
}

/** Gives each property of a schema that has to do with the order its value. */
function fill(schema: Record<string, unknown> = {}, folder: string): object {
  const command = `printf '%s' '${CONTENT}' > ${FILE}`;
  const properties = (schema.properties ?? {}) as Record<string, { type?: unknown }>;
  const values = Object.entries(properties).flatMap(([name, { type }]): [string, unknown][] => {
    if (/^(file_?path|path|absolute_path)$/i.test(name)) return [[name, `${folder}/${FILE}`]];
    if (/^content$/i.test(name)) return [[name, CONTENT]];
    if (/^(command|cmd)$/i.test(name)) return [[name, type === 'array' ? ['sh', '-c', command] : command]];
    if (/^description$/i.test(name)) return [[name, 'Writes the file.']];
    return [];
  });
  return Object.fromEntries(values);
}
