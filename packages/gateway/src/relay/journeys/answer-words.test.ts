import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion } from '../../testing/upstream.ts';

let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab();
  await lab.channel({ type: 1, models: 'gpt-4o', name: 'spare' });
  await lab.option('CheckSensitiveOnCompletionEnabled', true);
  await lab.option('SensitiveWords', 'Secret Plan\n机密');
});
afterAll(() => lab.close());

const answers = (text: string) => {
  lab.upstream.script = completion({ text });
};

test('a stream ends with an error before a forbidden word is complete, and its output is charged', async () => {
  answers('The SECRET pLan is to win');
  const response = await lab.chat({ stream: true });
  const text = await response.text();
  expect(text).toContain('sensitive_words_answer');
  expect(text).not.toContain('[DONE]');
  expect(contentOf(text)).toBe('The SECRET p');
  const { rows } = await lab.booked();
  expect(rows.at(-1)?.quota).toBeGreaterThan(0);
  expect(JSON.parse(rows.at(-1)?.other ?? '{}')).toMatchObject({ sensitive_words: true });
});

test('a whole response with a forbidden word is withheld with 400 and charged', async () => {
  answers('这是机密文件');
  const response = await lab.chat();
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { code: 'sensitive_words_answer' } });
  expect((await lab.booked()).rows.at(-1)).toMatchObject({ quota: 49 });
});

test("the error has the caller's format in other dialects", async () => {
  answers('a secret plan');
  const response = await fetch(`${lab.url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': lab.key, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'gpt-4o',
      max_tokens: 50,
      stream: true,
      messages: [{ role: 'user', content: 'x' }],
    }),
  });
  const text = await response.text();
  expect(text).toContain('event: error');
  expect(text).not.toContain('message_stop');
});

test('a response passes and its log row is marked when the option to stop is off', async () => {
  await lab.option('StopOnSensitiveEnabled', false);
  answers('a secret plan');
  expect(contentOf(await (await lab.chat({ stream: true })).text())).toBe('a secret plan');
  expect((await lab.chat()).status).toBe(200);
  const { rows } = await lab.booked();
  for (const { other } of rows.slice(-2)) expect(JSON.parse(other)).toMatchObject({ sensitive_words: true });
  await lab.option('StopOnSensitiveEnabled', true);
});

test('a response passes when the check of answers, or the whole check, is off', async () => {
  answers('a secret plan');
  await lab.option('CheckSensitiveOnCompletionEnabled', false);
  expect((await lab.chat()).status).toBe(200);
  await lab.option('CheckSensitiveOnCompletionEnabled', true);
  await lab.option('CheckSensitiveEnabled', false);
  expect((await lab.chat()).status).toBe(200);
  await lab.option('CheckSensitiveEnabled', true);
});

function contentOf(stream: string): string {
  return [...stream.matchAll(/"content":"([^"]*)"/g)].map(([, content]) => content).join('');
}
