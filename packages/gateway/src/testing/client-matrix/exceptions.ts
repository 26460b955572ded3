import { type DialectName, dialects } from './dialects.ts';
import type { ClientName } from './questions.ts';
import type { Cell, TaskName } from './tasks.ts';

/** What cannot work, and why. */
export interface Exception {
  task: TaskName;
  clients: ClientName[];
  dialects: DialectName[];
  reason: string;
  /** The error in the SDK of the caller. Without: the API has no field for this, so nothing can be refused. */
  error?: RegExp;
}

export const exceptions: Exception[] = [
  {
    task: 'stop',
    clients: ['responses'],
    dialects: Object.keys(dialects) as DialectName[],
    reason: 'OpenAI has no stop sequences in Responses.',
  },
  {
    task: 'image in a tool result',
    clients: ['chat'],
    dialects: ['OpenAI', 'DeepSeek', 'Mistral', 'Ollama'],
    reason:
      'Tool results of Chat Completions have no images. The request passes unchanged, and the provider refuses it. Send the image in a user message behind the results.',
    error: /^400 .*expected string, received array/,
  },
  {
    task: 'structured output',
    clients: ['chat'],
    dialects: ['DeepSeek'],
    reason:
      'DeepSeek has `json_object`, but no schemas. The request passes unchanged, and the provider refuses it. Clients of the other formats get their schema: it becomes a part of the prompt.',
    error: /^400 This response_format type is unavailable/,
  },
];

export function findException({ client, dialect }: Cell, task: TaskName): Exception | undefined {
  return exceptions.find(
    (each) => each.task === task && each.clients.includes(client) && each.dialects.includes(dialect),
  );
}
