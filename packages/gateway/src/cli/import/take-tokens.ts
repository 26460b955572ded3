import type { Context } from '../../core/context.ts';
import { insertMany } from '../../db/bulk.ts';
import { numberFromHere } from '../../db/portable.ts';
import { openTakenOver, UNLIMITED_FLOOR } from '../../ledger/post.ts';
import { sealedPlace } from '../../modules/secrets/sealed-places.ts';
import { isAddressOrRange } from '../../net/address-list.ts';
import type { Note } from './report.ts';
import type { Step } from './run-steps.ts';
import { Fields } from './values.ts';

/** Tokens keep their ids and keys. */
export const tokenStep: Step = {
  name: 'tokens',
  table: 'tokens',
  key: 'id',
  async write(_, tx, rows, note) {
    const all = rows.map((row) => new Fields(row));
    const owners = await findUsers(
      tx,
      all.map((fields) => fields.whole('user_id')),
    );
    const known = all.filter((fields) => {
      const isKnown = owners.has(fields.whole('user_id'));
      if (!isKnown) note('its user does not exist: left out', fields.whole('id'));
      return isKnown;
    });
    const tokens = known.map((fields) => toToken(tx, fields, note));
    const fresh = await leaveOutRepeated(tx, tokens, note);
    await insertMany(
      tx.db,
      insertTokens,
      fresh.map(({ columns }) => Object.values(columns)),
    );
    await openTakenOver(
      tx.db,
      fresh.map(({ account }) => account),
    );
    return fresh.length;
  },
  finish: (_, tx) => numberFromHere(tx.db, 'tokens'),
};

type TakenToken = ReturnType<typeof toToken>;

function toToken(tx: Context, fields: Fields, note: Note) {
  const id = fields.whole('id');
  const key = fields.text('key').replace(/^sk-/, '');
  if (key.includes('-')) note('a key with a hyphen never worked, and does not work here', id);
  const keyHash = tx.secrets.hash(key);
  const unlimited = fields.flag('unlimited_quota');
  const models = fields.text('model_limits') || fields.text('models');
  const addresses = addressesOf(fields, id, note);
  const status = fields.whole('status', 1);
  const columns = {
    id,
    user_id: fields.whole('user_id'),
    key_hash: keyHash,
    key_sealed: tx.secrets.seal(key, sealedPlace.tokenKey(keyHash)),
    status: addresses === undefined ? DISABLED : storedStatus(status),
    name: fields.text('name', 255),
    created_time: fields.whole('created_time'),
    accessed_time: fields.whole('accessed_time'),
    expired_time: fields.whole('expired_time', -1),
    unlimited_quota: unlimited,
    model_limits_enabled: fields.has('model_limits_enabled')
      ? fields.flag('model_limits_enabled')
      : Number(models !== ''),
    model_limits: models,
    allow_ips: addresses ?? '',
    group: groupOf(fields, id, note),
    deleted_at: fields.date('deleted_at'),
  };
  const account = {
    ownerType: 'token' as const,
    ownerId: id,
    floor: unlimited === 1 ? UNLIMITED_FLOOR : 0,
    balance: fields.whole('remain_quota'),
    usedBefore: Math.max(0, fields.whole('used_quota')),
    countBefore: 0,
  };
  return { columns, account };
}

/** `auto` tries several groups there. Here no channel serves a group of that name. */
function groupOf(fields: Fields, id: number, note: Note): string {
  const group = fields.text('group', 64);
  if (group !== 'auto') return group;
  note(
    'its group auto does not exist here: it uses the group of its user. Choose another one in the token',
    id,
  );
  return '';
}

/** Expired and exhausted follow from time and money here, so that more of either enables the token again. */
function storedStatus(status: number): number {
  return status === 2 || status === 0 ? DISABLED : ENABLED;
}

/**
 * One address or network a line. Other lines matched no address there. Undefined when no address could use the
 * token: without a line every address could.
 */
function addressesOf(fields: Fields, id: number, note: Note): string | undefined {
  const text = fields.text('allow_ips') || fields.text('subnet').replaceAll(',', '\n');
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const usable = [...new Set(lines.filter(isAddressOrRange))];
  if (usable.length === lines.length || lines.length === 0) return usable.join('\n');
  if (usable.length > 0) {
    note('lines of its addresses are no addresses: left out', id);
    return usable.join('\n');
  }
  note('none of its addresses is an address: disabled', id);
  return undefined;
}

async function findUsers(tx: Context, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx.db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Set(rows.map(({ id }) => Number(id)));
}

async function leaveOutRepeated(
  tx: Context,
  tokens: readonly TakenToken[],
  note: Note,
): Promise<TakenToken[]> {
  if (tokens.length === 0) return [];
  const stored = await tx.db
    .selectFrom('tokens')
    .select('key_hash')
    .where(
      'key_hash',
      'in',
      tokens.map(({ columns }) => columns.key_hash),
    )
    .execute();
  const taken = new Set(stored.map(({ key_hash }) => key_hash));
  return tokens.filter(({ columns }) => {
    const isNew = !taken.has(columns.key_hash);
    taken.add(columns.key_hash);
    if (!isNew) note('another token has the same key: left out', columns.id);
    return isNew;
  });
}

const ENABLED = 1;
const DISABLED = 2;
const insertTokens = {
  table: 'tokens',
  columns: [
    ...['id', 'user_id', 'key_hash', 'key_sealed', 'status', 'name', 'created_time', 'accessed_time'],
    ...['expired_time', 'unlimited_quota', 'model_limits_enabled', 'model_limits', 'allow_ips', 'group'],
    'deleted_at',
  ],
};
