import { expect, test } from 'vitest';
import { allowedScript } from './trusted-types.ts';

const PAGE = 'https://gate.example/log';
const DEVELOPED = ['http://127.0.0.1:3104'];

test("a development server's script is allowed for a granted session and only as a plain file", () => {
  const entry = 'http://127.0.0.1:3104/remoteEntry.js';
  expect(allowedScript(entry, PAGE, { developed: DEVELOPED })).toBe(entry);
  expect(allowedScript(entry, PAGE)).toBeNull();
  for (const other of [
    'http://127.0.0.1:3105/remoteEntry.js',
    'http://localhost:3104/remoteEntry.js',
    'http://127.0.0.1:3104/remoteEntry.js?x',
    'https://evil.example/remoteEntry.js',
  ])
    expect(allowedScript(other, PAGE, { developed: DEVELOPED })).toBeNull();
});

test('scripts of the shell and of builds are allowed', () => {
  const chunk = '/assets/areas/logs/0123456789/static/js/a.js';
  expect(allowedScript(chunk, PAGE, { developed: DEVELOPED })).toBe(`https://gate.example${chunk}`);
  expect(allowedScript('/api/anything.js', PAGE, { developed: DEVELOPED })).toBeNull();
});

test('scripts of builds are allowed from the mirror, and nothing else from there', () => {
  const from = { mirror: 'https://cdn.example' };
  const chunk = 'https://cdn.example/assets/areas/logs/0123456789/static/js/a.js';
  expect(allowedScript(chunk, PAGE, from)).toBe(chunk);
  expect(allowedScript(chunk, PAGE)).toBeNull();
  for (const other of [
    'https://cdn.example/assets/shell/static/js/a.js',
    'https://cdn.example/other.js',
    `${chunk}?x`,
    'https://evil.example/assets/areas/logs/0123456789/static/js/a.js',
  ])
    expect(allowedScript(other, PAGE, from)).toBeNull();
});
