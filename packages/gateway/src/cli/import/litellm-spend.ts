import { createHash } from 'node:crypto';
import { LogType } from '@tollgate/contract';
import { type NewLogRow, record } from '../../modules/usage/repository/logs.ts';
import { findImported, toUnits } from './litellm-values.ts';
import type { Step } from './run-steps.ts';
import { Fields } from './values.ts';

export const spendStep: Step = {
  name: 'usage log',
  table: 'LiteLLM_SpendLogs',
  key: 'request_id',
  isLog: true,
  async write({ ctx }, tx, rows) {
    const all = rows.map((row) => new Fields(row));
    const people = await findImported(
      tx.db,
      'user',
      all.map((fields) => fields.text('user')),
    );
    const hashes = [...new Set(all.map((fields) => fields.text('api_key')))];
    const keys = await tx.db
      .selectFrom('tokens')
      .innerJoin('users', 'users.id', 'tokens.user_id')
      .select(['tokens.id', 'tokens.key_hash', 'tokens.name', 'tokens.user_id', 'users.username'])
      .where('tokens.key_hash', 'in', hashes)
      .execute();
    const byHash = new Map(keys.map((key) => [key.key_hash, key]));
    await record(
      ctx.logDb,
      all.map((fields): NewLogRow => {
        const key = byHash.get(fields.text('api_key'));
        const startedAt = fields.date('startTime') ?? 0;
        return {
          request_id: requestIdOf(fields.text('request_id')),
          user_id: key?.user_id ?? people.get(fields.text('user')) ?? 0,
          username: key?.username ?? fields.text('user', 64),
          created_at: startedAt,
          type: fields.text('status') === 'failure' ? LogType.error : LogType.consumption,
          token_id: key?.id ?? 0,
          token_name: key?.name ?? '',
          model_name: fields.text('model_group', 255) || fields.text('model', 255),
          quota: Math.max(0, toUnits(fields.number('spend'))),
          prompt_tokens: fields.whole('prompt_tokens'),
          completion_tokens: fields.whole('completion_tokens'),
          use_time: Math.max(0, (fields.date('endTime') ?? startedAt) - startedAt),
          group: 'default',
          billing_basis: '',
        };
      }),
    );
    return rows.length;
  },
};

const MOST_ID = 55;
const KEPT = 22;

/** An id that is too long keeps its beginning: the rest becomes a hash, so that two of them stay two. */
function requestIdOf(id: string): string {
  if (id.length <= MOST_ID) return `litellm-${id}`;
  const hash = createHash('sha256').update(id).digest('hex');
  return `litellm-${id.slice(0, KEPT)}-${hash.slice(0, MOST_ID - KEPT - 1)}`;
}
