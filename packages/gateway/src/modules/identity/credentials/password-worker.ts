import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import bcrypt from 'bcryptjs';
import type { PasswordReply, PasswordTask } from './password-threads.ts';

// On Linux a priority belongs to the thread; elsewhere it would slow the whole gateway.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

parentPort?.on('message', (task: PasswordTask) => {
  parentPort?.postMessage(answer(task));
});

function answer(task: PasswordTask): PasswordReply {
  try {
    return { result: work(task) };
  } catch (error) {
    return { error: String(error) };
  }
}

/** Argon2id with the library's parameters: 19 MiB, two passes. */
function work({ password, stored }: PasswordTask): string | boolean {
  if (stored === undefined) return hashSync(password);
  return stored.startsWith('$2') ? bcrypt.compareSync(password, stored) : verifySync(stored, password);
}
