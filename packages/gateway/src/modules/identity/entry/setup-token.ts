import { timingSafeEqual } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomText } from '../../secrets/random.ts';
import { sha256 } from '../../secrets/secrets.ts';

/** The code for setting up the gateway from another machine. It is in the data folder until then. */
export function readOrCreate(dataDir: string): string {
  const existing = read(dataDir);
  if (existing) return existing;
  const token = randomText(24);
  writeFileSync(fileIn(dataDir), `${token}\n`, { mode: 0o600 });
  return token;
}

export function matches(dataDir: string, sent: string | undefined): boolean {
  const token = read(dataDir);
  if (!token || !sent) return false;
  return timingSafeEqual(Buffer.from(sha256(token)), Buffer.from(sha256(sent.trim())));
}

export function forget(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true });
}

function read(dataDir: string): string | undefined {
  try {
    return readFileSync(fileIn(dataDir), 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'setup-token');
}
