import { EACH, type LimitRule } from '@tollgate/contract';
import type { Context } from '../../core/context.ts';
import * as channels from '../channels/repository/channels.ts';
import { insertRule, removeRule, toRule, updateRule } from '../limits/limits.ts';
import * as rules from '../limits/repository/limit-rules.ts';
import { splitList } from '../limits/rule.ts';
import { type Item, type Section, toUniqueNames, withoutDefaults } from './item.ts';
import { type LimitShape, limitShape } from './shape.ts';

/** Rules of one user or token belong to people: no file has them. */
export const limitSection: Section = {
  kind: 'limit',
  async list(ctx) {
    const names = await listChannelNames(ctx);
    const rows = (await rules.listAll(ctx.db)).map(toRule).filter(isForAll);
    return toUniqueNames(rows, 'limit').map((rule) => ({
      name: rule.uniqueName,
      rowId: rule.id,
      spec: limitSpec({
        ...rule,
        scope_id: isOfOneChannel(rule) ? (names.get(rule.scope_id) ?? String(rule.scope_id)) : rule.scope_id,
        models: splitList(rule.models),
      }),
      secrets: {},
      isDefault: false,
    }));
  },
  async save(tx, { name, spec }: Item, stored) {
    const { models, ...rule } = limitShape.parse({ ...spec, name });
    const scope_id = isOfOneChannel(rule) ? await findChannel(tx, rule.scope_id) : rule.scope_id;
    const draft = { ...rule, name, scope_id, models: models.join(',') };
    if (!stored) return insertRule(tx, draft);
    await updateRule(tx, stored.rowId, draft);
    return stored.rowId;
  },
  remove: (tx, { rowId }) => removeRule(tx, rowId),
};

const DEFAULTS = limitShape.parse({ name: '-', scope: 'everybody', resource: 'quota', amount: 0 });

/** The fields of a rule that differ from the defaults, in the order of the shape. */
export function limitSpec(rule: Omit<LimitShape, 'scope_id'> & { scope_id: string | number }) {
  const { scope, resource, amount } = rule;
  const scope_id = scope === 'everybody' ? '' : String(rule.scope_id);
  const window = resource === 'concurrent' ? DEFAULTS.window : rule.window;
  const when_full = scope.startsWith('channel') ? DEFAULTS.when_full : rule.when_full; // always passed over
  const wait_seconds = when_full === 'wait' ? rule.wait_seconds : 0;
  const { models, time_zone, from, enabled } = rule;
  const warn_at = [...new Set(rule.warn_at)].sort((a, b) => a - b);
  const fields = { scope_id, models, window, time_zone, when_full, wait_seconds, warn_at, from, enabled };
  return { scope, resource, amount, ...withoutDefaults(fields, DEFAULTS) };
}

function isForAll({ scope, scope_id }: LimitRule): boolean {
  return (scope !== 'user' && scope !== 'token') || scope_id === EACH;
}

function isOfOneChannel({ scope, scope_id }: Pick<LimitRule, 'scope' | 'scope_id'>): boolean {
  return (scope === 'channel' || scope === 'channel_key') && scope_id !== EACH;
}

/** The names of channels by their ids, as files have them. */
async function listChannelNames(ctx: Context): Promise<Map<string | number, string>> {
  const rows = await channels.list(ctx.db, {}, { byId: true });
  return new Map(toUniqueNames(rows, 'channel').map(({ id, uniqueName }) => [id, uniqueName]));
}

/** A name that no channel has is returned as it is, and refused as the target of a rule. */
async function findChannel(tx: Context, name: string): Promise<number | string> {
  const names = await listChannelNames(tx);
  return [...names].find(([, each]) => each === name)?.[0] ?? name;
}
