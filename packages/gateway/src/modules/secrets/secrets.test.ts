import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSecrets } from './secrets.ts';

const masterKey = randomBytes(32);
const secrets = createSecrets(masterKey);

test('a sealed text opens in its place, and reveals nothing about itself', () => {
  const sealed = secrets.seal('sk-provider-key', 'channels:1:key');
  expect(sealed).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]+\.[\w-]+$/);
  expect(sealed).not.toContain('provider');
  expect(secrets.seal('sk-provider-key', 'channels:1:key')).not.toBe(sealed);
  expect(secrets.open(sealed, 'channels:1:key')).toBe('sk-provider-key');
});

test('a sealed text does not open when it was moved to another row, column or table', () => {
  const sealed = secrets.seal('sk-provider-key', 'channels:1:key');
  for (const place of ['channels:2:key', 'channels:1:other', 'tokens:1:key']) {
    expect(() => secrets.open(sealed, place)).toThrow();
  }
});

test('a sealed text does not open when it was changed or the master key differs', () => {
  const sealed = secrets.seal('sk-provider-key', 'channels:1:key');
  const changed = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`;
  expect(() => secrets.open(changed, 'channels:1:key')).toThrow();
  expect(() => createSecrets(randomBytes(32)).open(sealed, 'channels:1:key')).toThrow(/another master key/);
  expect(createSecrets(masterKey).open(sealed, 'channels:1:key')).toBe('sk-provider-key');
});
