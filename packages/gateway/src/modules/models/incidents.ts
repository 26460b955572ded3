import type { createIncident, Incident, Parsed, updateIncident } from '@tollgate/contract';
import type { CallContext, Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { recordAction } from '../audit/audit-log.ts';
import * as abilities from '../channels/repository/abilities.ts';
import { nowSeconds } from '../shared/caller.ts';
import { change } from '../shared/change.ts';
import * as incidents from './repository/incidents.ts';
import { forgetStatusPage } from './status-page-cache.ts';

/** @throws {AppError} `invalid_input` */
export async function create(ctx: CallContext, draft: Parsed<typeof createIncident>): Promise<Incident> {
  const now = nowSeconds(ctx);
  refuseFarStart(draft.started_at, now);
  await refuseUnoffered(ctx, draft.models);
  const row = toRow({ ...draft, started_at: draft.started_at || now }, { resolved_at: 0 }, now);
  const id = await change(ctx, [], async (tx) => {
    const created = await incidents.insert(tx.db, row);
    recordAction(tx, { action: 'incident.create', target: `incident:${created}`, after: row });
    return created;
  });
  forgetStatusPage(ctx);
  return toIncident(await load(ctx, id));
}

/** @throws {AppError} `incident_not_found`, `invalid_input` */
export async function update(
  ctx: CallContext,
  { id, ...sent }: Parsed<typeof updateIncident>,
): Promise<Incident> {
  await change(ctx, [], async (tx) => {
    const before = await load(tx, id);
    refuseFarStart(sent.started_at ?? 0, nowSeconds(tx));
    const known = toIncident(before).models;
    // A model that was taken away since stays in the incidents that name it.
    await refuseUnoffered(tx, sent.models?.filter((model) => !known.includes(model)) ?? []);
    const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
    const after = toRow({ ...toIncident(before), ...given }, before, nowSeconds(tx));
    await incidents.update(tx.db, id, after);
    recordAction(tx, { action: 'incident.update', target: `incident:${id}`, before, after });
  });
  forgetStatusPage(ctx);
  return toIncident(await load(ctx, id));
}

/** @throws {AppError} `incident_not_found` */
export async function remove(ctx: CallContext, { id }: { id: number }): Promise<undefined> {
  await change(ctx, [], async (tx) => {
    const before = await load(tx, id);
    await incidents.remove(tx.db, id);
    recordAction(tx, { action: 'incident.delete', target: `incident:${id}`, before });
  });
  forgetStatusPage(ctx);
  return undefined;
}

export function toIncident({ state, models, ...row }: incidents.IncidentRow): Incident {
  return { ...row, state: state as Incident['state'], models: JSON.parse(models) as string[] };
}

/** An incident keeps the time at which it was first resolved, until it is open again. */
function toRow(
  { title, text, state, models, started_at }: Omit<Incident, 'id' | 'resolved_at' | 'updated_at'>,
  before: Pick<Incident, 'resolved_at'>,
  now: number,
) {
  const resolved_at = state === 'resolved' ? before.resolved_at || now : 0;
  return { title, text, state, models: JSON.stringify(models), started_at, resolved_at, updated_at: now };
}

function refuseFarStart(startedAt: number, now: number): void {
  if (startedAt > now + YEAR)
    throw new AppError('invalid_input', { field: 'started_at', reason: 'too_far_ahead' });
}

/** Channels that are disabled count: an incident may be the reason. */
async function refuseUnoffered(ctx: Context, models: readonly string[]): Promise<void> {
  const offered = await abilities.listOffered(ctx.db, models);
  const unknown = models.find((model) => !offered.has(model));
  if (unknown !== undefined)
    throw new AppError('invalid_input', { field: 'models', reason: 'model_not_offered', entry: unknown });
}

const YEAR = 366 * 86_400;

async function load(ctx: Context, id: number): Promise<incidents.IncidentRow> {
  const row = await incidents.find(ctx.db, id);
  if (!row) throw new AppError('incident_not_found', { id });
  return row;
}
