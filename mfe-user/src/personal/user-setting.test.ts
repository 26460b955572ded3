import { expect, test } from 'vitest';
import { readSetting, toInput } from './user-setting.ts';

// @spec J010
test('a user without a saved setting is warned at 100000', () => {
  expect(readSetting('').quota_warning_threshold).toBe(100_000);
});

// @spec J011
test('settings without a threshold fall back to 500000', () => {
  expect(readSetting('{"notify_type":"email"}').quota_warning_threshold).toBe(500_000);
  expect(readSetting('{"quota_warning_threshold":7}').quota_warning_threshold).toBe(7);
});

test('an invalid setting is read as the defaults', () => {
  for (const text of ['no json', '[]', 'null', '7', '{"webhook_url":7,"notify_type":"pigeon"}'])
    expect(readSetting(text)).toMatchObject({ notify_type: 'email', webhook_url: '', hasSecret: false });
});

test('a blank secret is not sent, so the stored one is kept', () => {
  const stored = {
    notify_type: 'webhook',
    webhook_url: 'https://a.example',
    webhook_secret_configured: true,
  };
  const { hasSecret, ...setting } = readSetting(JSON.stringify(stored));
  expect(hasSecret).toBe(true);
  expect(toInput(setting)).not.toHaveProperty('webhook_secret');
});
