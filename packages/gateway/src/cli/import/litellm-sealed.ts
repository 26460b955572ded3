import { createHash } from 'node:crypto';
import { BootError } from '../../core/boot-error.ts';
import { openSecretBox } from '../../core/secret-box.ts';
import type { ForeignDatabase } from '../../db/foreign-database.ts';
import { Fields, toObject } from './values.ts';

/** Returns a sealed value opened, and others as they are. Undefined: the salt key does not open it. */
export type Opener = (value: string) => string | undefined;

/** Reads values that LiteLLM sealed with its salt key. */
export function createOpener(saltKey: string | undefined): Opener {
  const key = toKey(saltKey);
  return (value) => openWith(key, value) ?? (isSealed(value) ? undefined : value);
}

function toKey(saltKey: string | undefined): Buffer | undefined {
  return saltKey ? createHash('sha256').update(saltKey).digest() : undefined;
}

function openWith(key: Buffer | undefined, value: string): string | undefined {
  return key && openSecretBox(Buffer.from(value, 'base64'), key)?.toString('utf8');
}

/** Nonce and tag alone are 40 bytes. Python pads, so the length is a multiple of 4. */
const SEALED = /^(?=.*[a-z])(?=.*[A-Z])(?:[\w-]{52,}|[A-Za-z0-9+/]{52,})={0,2}$/;
const PLAIN_KEY = /^(sk|gsk|xai|pplx|nvapi|hf|fw|r8)[-_]/;
/** Text of a key may have these too, but seldom: only they stop an import. */
const BASE64_MARK = /[-_+/=]/;

function isSealed(value: string): boolean {
  return value.length % 4 === 0 && SEALED.test(value) && !PLAIN_KEY.test(value);
}

/** The values of credentials by the names that models give. */
export type Credentials = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

const CREDENTIALS = 'LiteLLM_CredentialsTable';
const MODELS = 'LiteLLM_ProxyModelTable';
const MOST_ROWS = 100_000;

export async function readCredentials(source: ForeignDatabase): Promise<Credentials> {
  const rows = await readAll(source, CREDENTIALS, 'credential_name');
  return new Map(
    rows.map((fields) => [fields.text('credential_name'), toObject(fields.json('credential_values'))]),
  );
}

/**
 * Stops an import with a wrong salt key, before it has written anything.
 *
 * @throws {BootError} when there are sealed values and none of them opens
 */
export async function assertOpenable(source: ForeignDatabase, saltKey: string | undefined): Promise<void> {
  const models = await readAll(source, MODELS, 'model_id');
  const values = [
    ...models.map((fields) => toObject(fields.json('litellm_params'))),
    ...(await readCredentials(source)).values(),
  ].flatMap((params) => Object.values(params).filter((value) => typeof value === 'string'));
  const sealed = values.filter((value) => isSealed(value) && BASE64_MARK.test(value));
  const key = toKey(saltKey);
  if (sealed.length === 0 || sealed.some((value) => openWith(key, value) !== undefined)) return;
  throw new BootError(
    saltKey
      ? 'No value could be opened with this LITELLM_SALT_KEY. Set it to the salt key of LiteLLM, or to its master key when it has no salt key, and run the same command again.'
      : 'No value could be opened, because LITELLM_SALT_KEY is empty. Set it to the salt key of LiteLLM, or to its master key when it has no salt key, and run the same command again.',
  );
}

async function readAll(source: ForeignDatabase, table: string, key: string): Promise<Fields[]> {
  if (!(await source.hasTable(table))) return [];
  return (await source.page(table, key, undefined, MOST_ROWS)).map((row) => new Fields(row));
}
