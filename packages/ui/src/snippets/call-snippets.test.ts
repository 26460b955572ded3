import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { type SnippetLanguage, snippetFor, snippetNames } from './call-snippets.ts';

const plain = { address: 'https://api.example.com', key: 'sk-abc', model: 'gpt-4o' };

test('each language gets the complete call with address, key and model', () => {
  for (const language of ['curl', 'python', 'node'] as const) {
    const code = snippetFor(language, plain);
    expect(code).toContain('https://api.example.com/v1/chat/completions');
    expect(code).toContain('Bearer sk-abc');
    expect(code).toContain('"gpt-4o"');
  }
});

test('every client gets the address and the key', () => {
  for (const language of Object.keys(snippetNames) as SnippetLanguage[]) {
    const code = snippetFor(language, plain);
    expect(code, language).toContain('https://api.example.com/v1');
    expect(code, language).toContain('sk-abc');
  }
});

test('the body of a call in Go is valid JSON also for a model with quotes', () => {
  const model = `it's "quoted"`;
  const code = snippetFor('go', { ...plain, model });
  const literal = /strings\.NewReader\((".*")\)/.exec(code)?.[1] ?? '';
  expect(JSON.parse(JSON.parse(literal))).toMatchObject({ model });
});

test('a model with quotes in its name stays one shell word', () => {
  const model = `it's "quoted" $(date) \\`;
  const code = snippetFor('curl', { ...plain, model });
  const words = execFileSync('/bin/sh', ['-c', `printf '%s\\n' ${code.slice('curl '.length)}`], {
    encoding: 'utf8',
  });
  expect(JSON.parse(words.split('\n-d\n')[1] ?? '')).toEqual({
    model,
    messages: [{ role: 'user', content: 'Hello' }],
  });
});

test('the lines of a first call with curl fit into half a page', () => {
  const lines = snippetFor('curl', { ...plain, model: 'gpt-4o-mini' }).split('\n');
  expect(lines.filter((line) => line.length > 60)).toEqual([]);
});

const body = {
  model: 'gpt-4o',
  messages: [{ role: 'user', content: 'It\'s "so"\nand null, true' }],
  temperature: 0.5,
  stream: false,
  stop: null,
  logprobs: true,
};

test('a whole body arrives unchanged from curl and Python', () => {
  const call = { ...plain, body };
  const shell = snippetFor('curl', call).slice('curl '.length);
  const arrived = execFileSync('/bin/sh', ['-c', `printf '%s' ${shell}`], { encoding: 'utf8' });
  expect(arrived).toContain(JSON.stringify(body, undefined, 2));
  const argument = /data=(json\.dumps\([\s\S]*\))\.encode\(\)/.exec(snippetFor('python', call))?.[1] ?? '';
  const printed = execFileSync('python3', ['-c', `import json\nprint(${argument})`], { encoding: 'utf8' });
  expect(JSON.parse(printed)).toEqual(body);
});

test('a whole body is a literal of JavaScript and a text of Go', () => {
  const call = { ...plain, body };
  const literal = /body: JSON\.stringify\(([\s\S]*)\),\n\}\);/.exec(snippetFor('node', call))?.[1] ?? '';
  expect(JSON.parse(literal)).toEqual(body);
  const text = /strings\.NewReader\((".*")\)/.exec(snippetFor('go', call))?.[1] ?? '';
  expect(JSON.parse(JSON.parse(text))).toEqual(body);
});
