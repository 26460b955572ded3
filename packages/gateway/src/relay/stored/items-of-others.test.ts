import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeDatabases } from '../../testing/databases.ts';
import { makeUser } from '../../testing/factories.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { startSecondGateway } from '../../testing/second-gateway.ts';
import { type Script, sendEvents, sendJson } from '../../testing/upstream.ts';

const GPT = 'gpt-4o';
const CLAUDE = 'claude-3-7-sonnet-20250219';
const random = () => randomBytes(24).toString('hex');

/** The ids of one answer. */
interface Made {
  readonly item: string;
  readonly container: string;
  readonly file: string;
}

let made: Made;

/** Answers of OpenAI and Claude with ids in all places that later requests can name. */
const provider: Script = (call, response) => {
  made = { item: `msg_${random()}`, container: `cntr_${random()}`, file: `cfile_${random()}` };
  const { model, store = true, stream } = call.json;
  if (model === CLAUDE) {
    const output = { type: 'bash_code_execution_output', file_id: made.file };
    const result = {
      type: 'bash_code_execution_tool_result',
      tool_use_id: 'srvtoolu_1',
      content: {
        type: 'bash_code_execution_result',
        content: [output],
        stdout: '',
        stderr: '',
        return_code: 0,
      },
    };
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model, stop_reason: 'end_turn' };
    const usage = { input_tokens: 3, output_tokens: 1 };
    if (stream !== true) return sendJson(response, 200, { ...message, content: [result], usage });
    const events = [
      { type: 'message_start', message: { ...message, content: [], usage } },
      { type: 'content_block_start', index: 0, content_block: result },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
      { type: 'message_stop' },
    ];
    return sendEvents(events.map(frame))(call, response);
  }
  const annotation = { type: 'container_file_citation', container_id: made.container, file_id: made.file };
  const output = [
    { type: 'code_interpreter_call', id: `ci_${random()}`, container_id: made.container, code: '1' },
    {
      ...{ type: 'message', id: made.item, role: 'assistant' },
      content: [{ type: 'output_text', text: 'Yes', annotations: [annotation] }],
    },
  ];
  const answer = {
    ...{ id: `resp_${random()}`, object: 'response', status: 'completed', store, model, output },
    usage: { input_tokens: 9, output_tokens: 1 },
  };
  if (stream !== true) return sendJson(response, 200, answer);
  const events = [
    { type: 'response.created', response: { ...answer, status: 'in_progress', output: [] } },
    ...output.map((item, output_index) => ({ type: 'response.output_item.done', output_index, item })),
    { type: 'response.completed', response: answer },
  ];
  return sendEvents(events.map(frame))(call, response);
};

const frame = (event: { type: string }) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

/** The input of a request that names something by its id. */
const inputs: Record<string, (made: Made) => object> = {
  'an item reference': ({ item: id }) => ({ input: [{ type: 'item_reference', id }] }),
  'an item reference without a type': ({ item: id }) => ({ input: [{ id }] }),
  'reasoning without its content': ({ item: id }) => ({ input: [{ type: 'reasoning', id, summary: [] }] }),
  'a picture without its content': ({ item: id }) => ({ input: [{ type: 'image_generation_call', id }] }),
  'the container of a tool': ({ container }) => ({ tools: [{ type: 'code_interpreter', container }] }),
  'a file in the container of a tool': ({ file }) => ({
    tools: [{ type: 'code_interpreter', container: { type: 'auto', file_ids: [file] } }],
  }),
  'the container of an earlier run': ({ container: container_id }) => ({
    input: [{ type: 'code_interpreter_call', id: 'ci_1', container_id, code: '1' }],
  }),
  'a file of a message': ({ file: file_id }) => ({
    input: [{ role: 'user', content: [{ type: 'input_file', file_id }] }],
  }),
  'a picture in the result of a tool': ({ file: file_id }) => ({
    input: [{ type: 'function_call_output', call_id: 'c1', output: [{ type: 'input_image', file_id }] }],
  }),
};

const claudeMessages: Record<string, (made: Made) => object> = {
  'a file': ({ file: file_id }) => ({ type: 'document', source: { type: 'file', file_id } }),
  'a file for a container': ({ file: file_id }) => ({ type: 'container_upload', file_id }),
  'a file in the result of a tool': ({ file: file_id }) => ({
    ...{ type: 'tool_result', tool_use_id: 't1' },
    content: [{ type: 'image', source: { type: 'file', file_id } }],
  }),
};

describeDatabases('single items and files', (database) => {
  let lab: RelayLab;
  let stranger: string;

  beforeAll(async () => {
    lab = await startRelayLab({ database: await database.create(), channel: false, quota: 100_000_000 });
    await lab.option('ModelRatio', { [GPT]: 1, [CLAUDE]: 1 });
    await lab.channel({ key: 'sk-upstream-a-0123456789', models: GPT });
    await lab.channel({ key: 'sk-upstream-b-0123456789', models: GPT });
    await lab.channel({ type: 14, key: 'sk-ant-key', models: CLAUDE });
    stranger = await lab.token({}, await makeUser(lab.ctx, { username: 'stranger', quota: 1_000_000 }));
    lab.upstream.script = provider;
  });
  afterAll(() => lab.close());
  beforeEach(() => {
    lab.upstream.calls.length = 0;
  });

  async function ask(key: string, path: string, body: object, url = lab.url) {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await response.text();
    return { status: response.status, text };
  }
  const respond = (key: string, body: object, url?: string) =>
    ask(key, '/v1/responses', { model: GPT, input: 'Hi', ...body }, url);
  const talk = (key: string, block: object, stream = false) =>
    ask(key, '/v1/messages', {
      ...{ model: CLAUDE, max_tokens: 9, stream },
      messages: [{ role: 'user', content: [block] }],
    });
  async function expectOwn(
    own: () => Promise<{ status: number }>,
    others: () => Promise<{ status: number }>,
  ) {
    await lab.booked();
    lab.upstream.calls.length = 0;
    expect(await others()).toMatchObject({ status: 404, text: expect.stringContaining('reference_unknown') });
    expect(lab.upstream.calls).toEqual([]);
    expect(await own()).toMatchObject({ status: 200 });
  }

  test.each(Object.entries(inputs))('%s of another user is unknown', async (_, toBody) => {
    for (const stream of [false, true]) {
      await respond(lab.key, { stream });
      const body = toBody(made);
      await expectOwn(
        () => respond(lab.key, body),
        () => respond(stranger, body),
      );
    }
  });

  test.each(Object.entries(claudeMessages))(
    '%s that code wrote for another user is unknown',
    async (_, toBlock) => {
      for (const stream of [false, true]) {
        await talk(lab.key, { type: 'text', text: 'Hi' }, stream);
        const block = toBlock(made);
        await expectOwn(
          () => talk(lab.key, block),
          () => talk(stranger, block),
        );
      }
    },
  );

  test('a call goes to the channel that made its items, at another gateway too', async () => {
    const other = await startSecondGateway(lab);
    for (let turn = 0; turn < 6; turn += 1) {
      await respond(lab.key, {});
      const key = lab.upstream.calls.at(-1)?.headers.authorization;
      const body = { input: [{ type: 'item_reference', id: made.item }] };
      await lab.booked();
      await expect
        .poll(async () => {
          expect((await respond(lab.key, body, other.url)).status).toBe(200);
          return lab.upstream.calls.at(-1)?.headers.authorization;
        })
        .toBe(key);
    }
    await other.close();
  });

  test('an item that no call made here passes, and so does one of a response that is not stored', async () => {
    const reference = (id: string) => ({ input: [{ type: 'item_reference', id }] });
    expect((await respond(stranger, reference(`msg_${random()}`))).status).toBe(200);
    for (const stream of [false, true]) {
      await respond(lab.key, { store: false, stream });
      const { item } = made;
      await lab.booked();
      expect((await respond(stranger, reference(item))).status).toBe(200);
    }
  });

  test('an item that is sent with its content passes', async () => {
    await respond(lab.key, {});
    const content = [{ type: 'output_text', text: 'Yes' }];
    const message = { type: 'message', id: made.item, role: 'assistant', content };
    const input = [{ role: 'user', content: 'Hi' }, message, { role: 'user', content: 'Go on' }];
    expect((await respond(stranger, { input })).status).toBe(200);
  });
});
