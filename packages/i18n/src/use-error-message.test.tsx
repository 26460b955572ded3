import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { createI18n } from './create-i18n.ts';
import { loadErrorTexts } from './error-texts.ts';
import type { Language } from './language.ts';
import { useErrorMessage } from './use-error-message.ts';

await loadErrorTexts();

test('a known code shows the local sentence in the current language', () => {
  expect(sentence({ code: 'channel_host_refused', details: { host: '10.0.0.7' } }, 'en')).toContain(
    '10.0.0.7 is on',
  );
  expect(sentence({ code: 'channel_host_refused', details: { host: '10.0.0.7' } }, 'zh')).toContain(
    '10.0.0.7 属于内网',
  );
});

test('an invalid value shows the reason when it is known', () => {
  const refused = (reason: string) => ({ code: 'invalid_input', details: { field: 'name', reason } });
  expect(sentence(refused('too_long'), 'en')).toBe('Check “name”: too long.');
  expect(sentence(refused('too_long'), 'zh')).toBe('“name”过长。');
  expect(sentence(refused('a_reason_of_tomorrow'), 'en')).toBe('Check “name”: not accepted.');
});

test("an unknown code shows the server's message", () => {
  expect(sentence({ code: 'moon_closed', message: 'The moon is closed.' }, 'en')).toBe('The moon is closed.');
});

test('a program error shows a general sentence instead of its own message', () => {
  expect(sentence(new TypeError('x is undefined'), 'en')).toContain('Something went wrong');
});

test('a server error shows the request ID, and mentions none when there is none', () => {
  const fault = { code: 'internal', requestId: 'req-7' };
  expect(sentence(fault, 'en')).toMatch(/contact your administrator with this request ID: req-7$/);
  expect(sentence(fault, 'zh')).toMatch(/请把请求 ID 发给管理员：req-7$/);
  expect(sentence({ code: 'internal', requestId: '' }, 'en')).not.toMatch(/request id/i);
});

function sentence(error: unknown, language: Language): string {
  const box = document.createElement('div');
  const root = createRoot(box);
  act(() =>
    root.render(
      <I18nextProvider i18n={createI18n({ language })}>
        <Sentence error={error} />
      </I18nextProvider>,
    ),
  );
  const text = box.textContent ?? '';
  act(() => root.unmount());
  return text;
}

function Sentence({ error }: { error: unknown }) {
  return useErrorMessage()(error);
}
