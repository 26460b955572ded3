import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hashPassword, KNOWN_REQUESTER, verifyPassword } from './passwords.ts';

test('a password belongs to its own hash only', async () => {
  const stored = await hashPassword('correct horse', KNOWN_REQUESTER);
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword('correct horse', stored, KNOWN_REQUESTER)).toBe(true);
  expect(await verifyPassword('wrong horse', stored, KNOWN_REQUESTER)).toBe(false);
});

test('no password belongs to an account without a hash', async () => {
  expect(await verifyPassword('', undefined, KNOWN_REQUESTER)).toBe(false);
  expect(await verifyPassword('', '', KNOWN_REQUESTER)).toBe(false);
});

test('a hash that cannot be read fails alone, and the next password is checked', async () => {
  await expect(verifyPassword('x', 'not a hash', KNOWN_REQUESTER)).rejects.toThrow();
  expect(await verifyPassword('x', await hashPassword('x', KNOWN_REQUESTER), KNOWN_REQUESTER)).toBe(true);
});

test.runIf(process.platform === 'linux')(
  'passwords are hashed in threads of a lower priority than the gateway',
  async () => {
    const niceness = () =>
      readdirSync('/proc/self/task').map((id) => {
        const text = readFileSync(`/proc/self/task/${id}/stat`, 'utf8');
        return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[16]);
      });
    await hashPassword('x', KNOWN_REQUESTER);
    const own = Number(readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ')[16]);
    const lowered = niceness().filter((nice) => nice > own);
    expect(lowered.length).toBeGreaterThan(0);
    expect(lowered.length).toBeLessThan(niceness().length / 2);
  },
);
