import { expect } from 'vitest';
import { agentClients } from '../agent-clients.ts';
import { lastRow } from '../booked.ts';
import { gather } from '../clients/google.ts';
import { DOT } from '../fluent/scene.ts';
import type { RelayLab } from '../relay.ts';
import type { Planned } from '../strict-providers.ts';
import { fail, type ReceivedCall } from '../upstream.ts';
import { type Dialect, type DialectName, dialects, modelOf } from './dialects.ts';
import { type Access, type ClientName, matrixClients, type Question, STOP } from './questions.ts';

/** One cell of the table: what a client does at a dialect. */
export interface Cell {
  client: ClientName;
  dialect: DialectName;
}

type Run = (lab: RelayLab, cell: Cell) => Promise<void>;
export type TaskName = keyof typeof tasks;

export const tasks = {
  chat: (lab, cell) => answers(lab, cell, { text: 'Hello' }, 'Hello there.'),
  async stream(lab, { client, dialect }) {
    const access = accessTo(lab, modelOf(dialect));
    const pieces = await gather(matrixClients[client].stream(access, { text: 'Hello' }));
    expect(pieces.join('')).toBe('Hello there.');
  },
  'tool call and second turn': (lab, cell) => callTools(lab, cell, { text: 'Look.' }),
  'parallel tools': (lab, cell) => callTools(lab, cell, { text: 'Look twice.' }),
  'structured output': (lab, cell) =>
    answers(lab, cell, { text: 'Where?', schema: true }, '{"city":"Zürich"}'),
  async 'image in'(lab, cell) {
    await answers(lab, cell, { text: 'What is it?', picture: true }, 'A red dot.');
  },
  'image in a tool result': (lab, cell) => callTools(lab, cell, { text: 'Look.', picture: DOT }),
  'reasoning with tools': (lab, cell) => callTools(lab, cell, { text: 'Think, and look.', reasons: true }),
  async stop(lab, cell) {
    await answers(lab, cell, { text: 'Hello', stop: true }, 'Hello there.');
    const { stop, stop_sequences, generationConfig } = sent(lab) as Record<
      string,
      { stopSequences?: unknown }
    >;
    expect(stop ?? stop_sequences ?? generationConfig?.stopSequences).toEqual(
      cell.client === 'responses' ? undefined : [STOP],
    );
  },
  async error(lab, { client, dialect }) {
    const { refusal }: Dialect = dialects[dialect];
    failNext(lab, 400, refusal(400, 'The picture is too small.'));
    const { readError, badRequest } = matrixClients[client];
    const error = readError(await failureOf(lab, client, modelOf(dialect)));
    expect(error).toMatchObject({ status: 400, type: badRequest });
    expect(error.message).toContain('The picture is too small.');
  },
  async limit(lab, { client, dialect }) {
    const { refusal }: Dialect = dialects[dialect];
    failNext(lab, 429, refusal(429, 'Too many words.'), { 'retry-after': '7' });
    const { readError } = matrixClients[client];
    const error = readError(await failureOf(lab, client, modelOf(dialect, client)));
    expect(error).toMatchObject({ status: 429, retryAfter: '7' });
  },
  async 'hang-up'(lab, { client, dialect }) {
    const before = (await lab.booked()).rows.length;
    for await (const text of matrixClients[client].stream(accessTo(lab, modelOf(dialect)), {
      text: 'Slowly',
    })) {
      expect(text).toBe('Hello there.');
      break;
    }
    await expect.poll(() => lab.relay.usage().calls, { interval: 5, timeout: 20_000 }).toBe(0);
    expect((await lab.booked()).rows).toHaveLength(before + 1);
    const row = await lastRow(lab);
    expect(row.quota).toBeGreaterThan(0);
    const { cancelled = false } = JSON.parse(row.other) as { cancelled?: boolean };
    expect(cancelled).toBe(dialects[dialect].stops);
  },
} satisfies Record<string, Run>;

/** What a provider answers, by what the request says. */
export const planFor = (name: DialectName) => (call: ReceivedCall) => planned(call, dialects[name].stops);

function planned(call: ReceivedCall, stops: boolean): Planned {
  const text = JSON.stringify(call.json);
  const thought = text.includes('Think') ? 'Let me think.' : '';
  const city = { city: 'Zürich' };
  if (text.includes('gateway_json_answer')) return { calls: [{ name: 'gateway_json_answer', args: city }] };
  if (text.includes('city')) return { text: JSON.stringify(city) };
  if (text.includes('seen')) return { thought, text: 'Done.' };
  if (text.includes('Slowly')) return { text: 'Hello there.', pauseMs: stops ? 3000 : 100 };
  const name = ['senses__look', 'senses', 'look'].find((each) => text.includes(`"name":"${each}"`));
  if (name !== undefined) {
    const look = { name: name === 'look' ? name : 'senses__look', args: { at: 'ü"' } };
    return { thought, calls: text.includes('twice') ? [look, look] : [look] };
  }
  return { text: text.includes(DOT) ? 'A red dot.' : 'Hello there.' };
}

const accessTo = ({ url, key }: RelayLab, model: string): Access => ({ url, key, model });
const sent = (lab: RelayLab) => lab.upstream.calls.at(-1)?.json;

async function answers(lab: RelayLab, cell: Cell, question: Question, expected: string) {
  expect(await matrixClients[cell.client].ask(accessTo(lab, modelOf(cell.dialect)), question)).toBe(expected);
}

interface Work {
  text: string;
  picture?: string;
  reasons?: boolean;
}

async function callTools(lab: RelayLab, { client, dialect }: Cell, { text, picture, reasons = false }: Work) {
  const agent = agentClients[client]({
    ...accessTo(lab, modelOf(dialect, reasons ? 'reasoning' : undefined)),
    stream: reasons,
    reasons,
    returnsReasoning: dialect === 'DeepSeek',
  });
  const { calls, thought } = await agent.ask(text);
  const name = client === 'responses' ? 'senses.look' : 'look';
  const call = { name, input: { at: 'ü"' } };
  expect(calls).toMatchObject(text.includes('twice') ? [call, call] : [call]);
  // OpenAI shows thoughts in responses only.
  const hidesThoughts = dialect === 'OpenAI' && client !== 'responses';
  expect(thought).toBe(reasons && !hidesThoughts ? 'Let me think.' : '');
  expect(await agent.giveResults(picture)).toMatchObject({ text: 'Done.', calls: [] });
  if (picture) expect(JSON.stringify(sent(lab))).toContain(picture);
}

function failNext(
  lab: RelayLab,
  ...[status, body, headers]: [number, object, Record<string, string>?]
): void {
  const { script } = lab.upstream;
  lab.upstream.script = (call, response) =>
    call.path === '/token' ? script(call, response) : fail(status, body, headers)(call, response);
}

async function failureOf(lab: RelayLab, client: ClientName, model: string): Promise<unknown> {
  return matrixClients[client].ask(accessTo(lab, model), { text: 'Hello' }).then(
    (text) => expect.unreachable(`an answer came instead of an error: ${text}`),
    (error: unknown) => error,
  );
}
