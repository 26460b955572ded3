import { hash, verify } from '@node-rs/argon2';
import bcrypt from 'bcryptjs';
import { AppError } from '../core/errors.ts';
import { createGate } from './gate.ts';

/** Hashing is slow on purpose; more at once would starve everything else on the machine. */
const gate = createGate({ running: 2, waiting: 50, refuse: () => new AppError('busy') });

/** Argon2id with the library's parameters: 19 MiB, two passes. @throws {AppError} `busy` */
export function hashPassword(password: string): Promise<string> {
  return gate(() => hash(password));
}

/**
 * True when the password belongs to the stored hash (Argon2id, or bcrypt of imported accounts). Without a stored hash it
 * takes as long and answers false, so that time does not tell which names exist.
 *
 * @throws {AppError} `busy`
 */
export function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  return gate(async () => {
    if (!stored) {
      await verify(NOBODYS_HASH, password);
      return false;
    }
    return isBcrypt(stored) ? bcrypt.compare(password, stored) : verify(stored, password);
  });
}

/** True for a hash of the past, which the next sign-in replaces. */
export function isBcrypt(stored: string): boolean {
  return /^\$2[aby]\$/.test(stored);
}

/** The hash of a random text that nobody kept. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$n3Cxny9qmhTnfGOV8L18nQ$At3IuDaKLgDFOoHs+IJRCOuTs2MEXwfqoKsnxcYuUvQ';
