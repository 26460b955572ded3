import { untilSilent } from './foreign-notes.ts';
import type { Instance } from './instance.ts';
import type { Note, Notes } from './read-journal.ts';
import type { EndState, FinishOperation, Hold, Operation, Store } from './types.ts';
import { estimatedRow, tokensOf, type UsageRow } from './usage-row.ts';

interface RecoverOptions {
  readonly store: Store;
  /** Where the notes were found. */
  readonly at: Pick<Instance, 'place' | 'folder'>;
  readonly notes: Notes;
  readonly record: (rows: readonly UsageRow[]) => Promise<void>;
  /** Called with a sentence for the log. */
  readonly warn: (sentence: string) => void;
}

const batchSize = 500;

/**
 * Ends what an earlier run left open. Call it at the start, before the first reserve. A noted end costs its
 * exact charge. A noted dispatch alone is charged at the estimate. A reserve without a note was never sent
 * and is released. It is charged at the estimate if notes may be missing: after a power cut, or from another
 * place. The journals are deleted after the commit, and ended calls stay unchanged, so it may be repeated.
 * Returns how many calls were ended.
 *
 * @throws {BootError} when the run is still alive elsewhere
 */
export async function recover({ store, at, notes, record, warn }: RecoverOptions): Promise<number> {
  const { instance, calls, damaged } = notes;
  const row = await store.findInstance(instance);
  // The journals of an embedded database move with it. Earlier versions did not record their place.
  const isOwn = !store.remote || !row?.place || row.place === at.place;
  if (!isOwn && row.ended === 1) {
    notes.forget();
    return 0;
  }
  if (!isOwn) await untilSilent(store, instance, at.folder, warn);

  const mayMiss = notes.powerLost || damaged.length > 0 || !isOwn;
  const open = new Map((await store.openHolds(instance)).map((hold) => [hold.id, hold]));
  const ends: Operation[] = [];
  for (const note of calls.values()) {
    const operation = endOf(note, open.get(note.id), store.remote !== undefined);
    if (operation) ends.push(operation);
    open.delete(note.id);
  }
  for (const hold of open.values()) ends.push(mayMiss ? chargeEstimate(hold, 0) : free(hold));

  const ended = await applyAll(store, ends);
  await recordNoted(store, [...calls.values()], record);
  await store.endInstance(instance);
  for (const path of notes.forget())
    warn(
      `Some lines of a journal cannot be read. The others were used; calls that it may have named cost their estimate. It was kept as ${path}.`,
    );
  return ended;
}

/**
 * Ends the calls of other, silent instances. Their journals are not readable here, so each call costs its
 * last checkpoint, or else the estimate. That includes calls that were never dispatched.
 */
export async function recoverOrphans(store: Store, self: string, olderThanMs: number): Promise<number> {
  let ended = 0;
  for (const instance of await store.silentInstances(olderThanMs)) {
    if (instance === self) continue;
    const holds = await store.openHolds(instance);
    ended += await applyAll(
      store,
      holds.map((hold) => chargeEstimate(hold, 0)),
    );
  }
  return ended;
}

/** `keepsRow`: the noted row goes into the outbox too, in case the journal is lost before delivery. */
function endOf(
  { id, hold: noted, channelId, finish }: Note,
  open: Hold | undefined,
  keepsRow: boolean,
): Operation | undefined {
  const state = finish?.state ?? 'recovered';
  const row = keepsRow && finish?.record ? { outbox: finish.record } : undefined;
  if (open) {
    if (finish)
      return { kind: 'finish', id, cost: finish.cost, state, tokens: usedTokens(open, finish), ...row };
    return chargeEstimate({ ...open, used: Math.max(open.used, noted?.used ?? 0) }, channelId);
  }
  if (!noted || state === 'voided') return undefined; // Nothing to charge, and no hold is left.
  const cost = finish?.cost ?? noted.used;
  if (finish) return { kind: 'ended', hold: noted, cost, state, tokens: usedTokens(noted, finish), ...row };
  return { kind: 'ended', hold: noted, cost, state, outbox: estimate(noted, cost, channelId) };
}

/** Only limits need the tokens. */
function usedTokens({ windows }: Hold, { record }: NonNullable<Note['finish']>): number | undefined {
  return windows && record ? tokensOf(JSON.parse(record) as UsageRow) : undefined;
}

function chargeEstimate(hold: Hold, channelId: number): FinishOperation {
  const state: EndState = 'recovered';
  return {
    kind: 'finish',
    id: hold.id,
    cost: hold.used,
    state,
    outbox: estimate(hold, hold.used, channelId),
  };
}

function free({ id }: Hold): FinishOperation {
  return { kind: 'finish', id, cost: 0, state: 'voided' };
}

function estimate(hold: Hold, cost: number, channelId: number): string {
  return JSON.stringify(estimatedRow(hold.id, cost, hold.snapshot, channelId));
}

async function applyAll(store: Store, ends: readonly Operation[]): Promise<number> {
  let ended = 0;
  for (let from = 0; from < ends.length; from += batchSize) {
    const outcomes = await store.apply(ends.slice(from, from + batchSize));
    ended += outcomes.filter((outcome) => outcome === 'ok').length;
  }
  return ended;
}

/** Writes the rows of calls with a noted end. Skips calls that another process charged with another row. */
async function recordNoted(
  store: Store,
  notes: readonly Note[],
  record: RecoverOptions['record'],
): Promise<void> {
  for (let from = 0; from < notes.length; from += batchSize) {
    const page = notes.slice(from, from + batchSize).filter(({ finish }) => finish?.record);
    const charges = await store.charges(page.map(({ id }) => id));
    const rows = page
      .filter(({ id, finish }) => (charges.get(id) ?? 0) === finish?.cost)
      .map(({ finish }) => JSON.parse(finish?.record ?? '') as UsageRow);
    if (rows.length > 0) await record(rows);
  }
}
