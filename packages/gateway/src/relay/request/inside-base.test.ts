import { expect, test } from 'vitest';
import { ChannelFieldError } from '../../core/channel-field-error.ts';
import { assertInsideBase } from './inside-base.ts';

test.each([
  ['https://a.example/v1/chat', 'https://a.example'],
  ['https://a.example/base/v1/chat', 'https://a.example/base'],
  ['wss://a.example/v3.5/chat', 'https://a.example'],
  ['https://a.example/run/@cf/meta/llama-3.1', 'https://a.example'],
  ['https://us-central1-aiplatform.googleapis.com/v1/projects/p', ''],
  ['https://a.example/../base/v1', 'https://a.example/../base'],
])('an address is used when it stays below the address of its channel: %s', (url, base) => {
  expect(() => assertInsideBase(url, base)).not.toThrow();
});

test.each([
  ['https://evil.example/v1', 'https://a.example'],
  ['https://evil.example/v1', 'https:/'],
  ['https://a.example.evil.example/v1', 'https://a.example'],
  ['https://a.example@evil.example/v1', 'https://a.example'],
  ['https://a.example:8443/v1', 'https://a.example'],
  ['https://m1.evil.example/v1', 'https://{model}.evil.example/v1'],
  ['https://a.example/accounts/1/run/../../2/run/m', 'https://a.example'],
  ['https://a.example/run/..', 'https://a.example'],
  ['https://a.example/run/%2e%2E/m', 'https://a.example'],
  ['https://a.example/run/..\\m', 'https://a.example'],
])('an address is refused when it leads away from that of its channel: %s', (url, base) => {
  expect(() => assertInsideBase(url, base)).toThrow(ChannelFieldError);
});
