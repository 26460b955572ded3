import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CLAUDE } from '../../testing/recorded-claude.ts';
import type { RelayLab } from '../../testing/relay.ts';
import { startClaudeLab } from '../../testing/relay-labs.ts';
import { completion } from '../../testing/upstream.ts';

let lab: RelayLab;
beforeAll(async () => {
  lab = await startClaudeLab();
});
afterAll(() => lab.close());
beforeEach(() => {
  lab.upstream.calls.length = 0;
  lab.upstream.script = completion();
});

function send(path: string, body: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${lab.key}` };
  return fetch(lab.url + path, { method: 'POST', headers, body });
}

const messages = '"messages":[{"role":"user","content":"Hi"}]';
const chat = (more: string) => ['/v1/chat/completions', `{"model":"gpt-4o",${messages},${more}}`] as const;
const responses = (more: string) => ['/v1/responses', `{"model":"gpt-4o","input":"Hi",${more}}`] as const;
const gemini = (more: string) =>
  [
    '/v1beta/models/gpt-4o:generateContent',
    `{"contents":[{"role":"user","parts":[{"text":"Hi"}]}],${more}}`,
  ] as const;

test.each([
  ['another model', chat('"MODEL":"gpt-5"'), 'MODEL'],
  ['a larger limit', chat('"max_tokens":1,"Max_Tokens":9000'), 'Max_Tokens'],
  ['a limit with a Kelvin sign', chat('"max_to\\u212aens":9000'), 'max_to\u212aens'],
  ['a limit with a long s', chat('"max_token\\u017f":9000'), 'max_token\u017f'],
  ['more answers', chat('"N":50'), 'N'],
  [
    'a limit of Claude',
    ['/v1/messages', `{"model":"${CLAUDE}","max_tokens":1,"Max_tokens":9,${messages}}`],
    'Max_tokens',
  ],
  ['an earlier answer', responses('"Previous_Response_Id":"resp_1"'), 'Previous_Response_Id'],
  ['an earlier answer as a list', responses('"previous_response_id":["resp_1"]'), 'previous_response_id'],
  ['an earlier answer with a space', responses('"previous_response_id":" resp_1"'), 'previous_response_id'],
  ['a conversation without an id', responses('"conversation":{"id":["conv_1"]}'), 'conversation'],
  [
    'two limits of Gemini',
    gemini('"generationConfig":{"maxOutputTokens":5},"generation_config":{"max_output_tokens":9000}'),
    'generation_config',
  ],
  [
    'two limits inside',
    gemini('"generationConfig":{"maxOutputTokens":5,"max_output_tokens":9000}'),
    'generationConfig.max_output_tokens',
  ],
  [
    'a limit inside in other letters',
    gemini('"generationConfig":{"MaxOutputTokens":9000}'),
    'generationConfig.MaxOutputTokens',
  ],
] as const)('%s that only some servers would read is refused and named', async (_, [path, body], field) => {
  const answer = await send(path, body);
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(field)]);
  expect(lab.upstream.calls).toEqual([]);
});

test('fields that the gateway does not know pass as they are, in any letters', async () => {
  const [path, body] = chat('"chatId":"a","topK":5,"X-Trace":true,"enable_Thinking":false');
  expect((await send(path, body)).status).toBe(200);
  expect(lab.upstream.calls[0]?.body.toString()).toBe(body);
});

test.each([
  ['model', 'gpt-5'],
  ['n', '10'],
])('a form cannot give %s to the provider alone', async (name, value) => {
  const part = (headers: string, text: string) => `--XX\r\n${headers}\r\n\r\n${text}\r\n`;
  const named = (field: string) => `Content-Disposition: form-data; name="${field}"`;
  const usual = part(named('model'), 'gpt-4o') + part(named('prompt'), 'A cat');
  const disguises = [
    part(
      `X-Content-Disposition: form-data; name="x"\r\nContent-Disposition: form-data; name="${name}"\r\n${named('y')}`,
      value,
    ),
    part(`${named(name)}; filename="a.txt"`, value),
    part(named(name.toUpperCase()), value),
    part(`Content-Disposition: form-data; name = "${name}"`, value),
  ];
  for (const disguise of disguises) {
    const answer = await fetch(`${lab.url}/v1/images/edits`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=XX', authorization: `Bearer ${lab.key}` },
      body: `${usual}${disguise}--XX--\r\n`,
    });
    expect([answer.status, disguise]).toEqual([400, disguise]);
  }
  expect(lab.upstream.calls).toEqual([]);
});
