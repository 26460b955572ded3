import { expect, test } from 'vitest';
import { errorMessage, readLanguage } from './language.ts';

test.each([
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  ['en-GB,zh;q=0.9', 'en'],
  ['xx,zh;q=0.2,en;q=0.8', 'en'],
  ['zh;q=0,en;q=0.1', 'en'],
  ['*', 'en'],
  [undefined, 'en'],
])('reads Accept-Language %s as %s', (header, language) => {
  expect(readLanguage(header)).toBe(language);
});

test('a message contains the values and the reason of its failure in both languages', () => {
  const details = { field: 'name', reason: 'too_big' };
  expect(errorMessage('invalid_input', details, 'en')).toBe('Check “name”: too large.');
  expect(errorMessage('invalid_input', details, 'zh')).toBe('“name”过大。');
  const long = { field: 'name', reason: 'too_long', limit: 30 };
  expect(errorMessage('invalid_input', long, 'en')).toBe('Check “name”: more than 30 characters.');
  expect(errorMessage('invalid_input', long, 'zh')).toBe('“name”超过了 30 个字符。');
  const wrong = { field: 'Email', reason: 'email_form' };
  expect(errorMessage('invalid_input', wrong, 'en')).toContain('not a valid email address, such as');
  const inside = { key: 'ModelRatio', reason: 'too_big', limit: 9, entry: 'gpt-4' };
  expect(errorMessage('option_invalid', inside, 'en')).toBe(
    'Check the setting “ModelRatio”: at “gpt-4”, more than 9.',
  );
  const unknown = { field: 'name', reason: 'reason_of_tomorrow' };
  expect(errorMessage('invalid_input', unknown, 'en')).toBe('Check “name”: not accepted.');
});
