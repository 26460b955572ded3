import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hashPassword, KNOWN, verifyPassword } from './passwords.ts';

test('a password belongs to its own hash only', async () => {
  const stored = await hashPassword('correct horse', KNOWN);
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword('correct horse', stored, KNOWN)).toBe(true);
  expect(await verifyPassword('wrong horse', stored, KNOWN)).toBe(false);
});

test('no password belongs to an account without a hash', async () => {
  expect(await verifyPassword('', undefined, KNOWN)).toBe(false);
  expect(await verifyPassword('', '', KNOWN)).toBe(false);
});

test('a hash that cannot be read fails alone, and the next password is checked', async () => {
  await expect(verifyPassword('x', 'not a hash', KNOWN)).rejects.toThrow();
  expect(await verifyPassword('x', await hashPassword('x', KNOWN), KNOWN)).toBe(true);
});

test.runIf(process.platform === 'linux')(
  'passwords are hashed in threads of a lower priority than the gateway',
  async () => {
    const niceness = () =>
      readdirSync('/proc/self/task').map((id) => {
        const text = readFileSync(`/proc/self/task/${id}/stat`, 'utf8');
        return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[16]);
      });
    await hashPassword('x', KNOWN);
    const own = Number(readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ')[16]);
    const lowered = niceness().filter((nice) => nice > own);
    expect(lowered.length).toBeGreaterThan(0);
    expect(lowered.length).toBeLessThan(niceness().length / 2);
  },
);
