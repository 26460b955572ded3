import { afterEach, expect, test } from 'vitest';
import { readApiOrigin } from './configure-calls.ts';

afterEach(() => document.head.replaceChildren());

function nameApi(content: string): void {
  const meta = document.head.appendChild(document.createElement('meta'));
  meta.name = 'tollgate-api';
  meta.content = content;
}

test("the API is at the page's origin by default", () => {
  expect(readApiOrigin()).toBe('');
});

test('a page of a static server names the gateway', () => {
  nameApi(' https://gate.example:8443 ');
  expect(readApiOrigin()).toBe('https://gate.example:8443');
});

test.each(['https://gate.example/', 'https://gate.example/api', 'gate.example', 'javascript:alert(1)'])(
  '%s is rejected because it is not an origin',
  (content) => {
    nameApi(content);
    expect(() => readApiOrigin()).toThrow('no origin');
  },
);
