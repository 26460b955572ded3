import { readFileSync } from 'node:fs';

/** Changes whenever the machine boots. */
export function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  } catch {
    return 'unknown';
  }
}
