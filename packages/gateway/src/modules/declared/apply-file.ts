import { EACH } from '@tollgate/contract';
import { type OptionKey, options } from '@tollgate/contract/options';
import type { Context, OptionStore } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { recordAction } from '../audit/audit-log.ts';
import { refuseBrokenRules } from '../settings/option-rules.ts';
import { nowSeconds } from '../shared/caller.ts';
import { change } from '../shared/change.ts';
import * as declarations from '../shared/repository/declarations.ts';
import { describeChange } from './describe-change.ts';
import { type Item, isSame, type Stored } from './item.ts';
import { toOptionText } from './option-section.ts';
import {
  declaresPrivateHosts,
  findChannelOf,
  listPrivateHosts,
  settlePrivateHosts,
} from './private-hosts.ts';
import { DeclaredFileError, type Problem, type ReadFile } from './read-file.ts';
import { sections } from './sections.ts';

export interface Order {
  /** As it is shown. */
  readonly path: string;
  /** A file with problems is applied as far as it can be, to find the rest of them, and taken back. */
  readonly file: ReadFile;
  /** Takes away what an earlier file declared and this one does not. */
  readonly prune: boolean;
  /** Does everything, and takes it back. */
  readonly isDry: boolean;
  /** The sentence of an error. */
  describe(error: AppError): string;
}

/**
 * Makes the gateway what a file says, in one transaction. Returns a line for each change.
 *
 * @throws {DeclaredFileError} when something cannot be applied; then nothing is
 */
export async function applyDeclared(ctx: Context, order: Order): Promise<string[]> {
  const changes: string[] = [];
  try {
    await change(ctx, ['options', 'channels', 'limits'], async (tx) => {
      changes.length = 0;
      await applyInside(tx, order, changes);
      if (order.isDry) throw new DryRunEnded();
    });
  } catch (error) {
    if (!(error instanceof DryRunEnded)) throw error;
  }
  return changes;
}

class DryRunEnded extends Error {}

async function applyInside(outer: Context, order: Order, changes: string[]): Promise<void> {
  const { path, file } = order;
  const { items } = file;
  const problems = [...file.problems];
  const prune = order.prune && problems.length === 0;
  const attempt = async <T>(place: string, work: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const named = items.find(({ kind, name }) => kind === 'option' && name === error.details.key);
      problems.push({ place: named?.place ?? place, reason: order.describe(error) });
      return undefined;
    }
  };
  const earlier = await declarations.list(outer.db);
  // What is declared cannot be changed, so nothing is while this transaction runs.
  await declarations.replaceAll(outer.db, []);
  const tx = { ...outer, options: (await attempt(path, () => withOptions(outer, items))) ?? outer.options };

  const hostsBefore = await listPrivateHosts(outer);
  let addedHosts: string[] = [];
  const rowIds = new Map<Item, number>();
  const found = new Map<string, Stored>();
  for (const { kind, list, save } of sections) {
    const stored = new Map((await list(tx)).map((each) => [each.name, each]));
    for (const [name, each] of stored) found.set(`${kind} ${name}`, each);
    for (const item of items) {
      if (item.kind !== kind || (namesAnother(item) && problems.some(isBeforeLimits))) continue;
      const before = stored.get(item.name);
      rowIds.set(item, before?.rowId ?? 0);
      if (before && isAsDeclared(before, item)) continue;
      const id = await attempt(item.place, () => save(tx, item, before));
      if (id !== undefined) rowIds.set(item, id);
      changes.push(describeChange(item, before));
    }
    if (kind === 'channel')
      addedHosts = (await listPrivateHosts(tx)).filter((host) => !hostsBefore.includes(host));
  }
  if (!hasOptionProblem(problems, order)) problems.push(...findMissingGroups(tx, file));
  for (const host of declaresPrivateHosts(items) ? addedHosts : [])
    problems.push({
      place: findChannelOf(items, host)?.place ?? path,
      reason: `the private address ${host} is not in ChannelPrivateHosts of this file: add it there`,
    });
  const declared = new Set(items.map(({ kind, name }) => `${kind} ${name}`));
  for (const { kind, name, place } of prune ? earlier.reverse() : []) {
    const stored = found.get(`${kind} ${name}`);
    if (declared.has(`${kind} ${name}`) || !stored || stored.isDefault) continue;
    await attempt(place, () => sections.find((section) => section.kind === kind)?.remove(tx, stored));
    changes.push(`- ${kind} ${name}`);
  }
  const hosts = await settlePrivateHosts(tx, items, earlier, { before: hostsBefore, added: addedHosts });
  changes.push(...hosts.changes);
  if (problems.length > 0) throw new DeclaredFileError(problems);
  await declarations.replaceAll(tx.db, [
    ...toRows(items, rowIds, nowSeconds(tx)),
    ...hosts.rows.map(({ host, place }) => ({ ...hostRow, name: host, place, applied_at: nowSeconds(tx) })),
  ]);
  recordAction(tx, { action: 'declared.apply', target: path, after: { declared: items.length, changes } });
}

/** Whether a limit is of one group or channel. What that is remains open as long as the file has mistakes. */
function namesAnother({ kind, spec }: Item): boolean {
  return kind === 'limit' && typeof spec.scope_id === 'string' && spec.scope_id !== EACH;
}

function isBeforeLimits({ reason }: Problem): boolean {
  return !/^(limits|prices)\b/.test(reason);
}

/** Whether the groups of this file are not known. */
function hasOptionProblem(problems: readonly Problem[], { path, file: { items } }: Order): boolean {
  const places = items.filter(({ kind }) => kind === 'option').map(({ place }) => place);
  return problems.some(
    ({ place, reason }) => reason.startsWith('options') || [path, ...places].includes(place),
  );
}

function findMissingGroups({ options: { current } }: Context, { groups }: ReadFile): Problem[] {
  return groups
    .filter(({ name }) => !current.GroupRatio.has(name))
    .map(({ name, place }) => ({
      place,
      reason: `there is no group ${name}: add it to the option GroupRatio`,
    }));
}

function isAsDeclared(stored: Stored, { spec, secrets }: Item): boolean {
  return isSame(stored.spec, spec) && isSame(stored.secrets, secrets);
}

const hostRow = { kind: 'private_host', row_id: 0, secrets: '{}' } as const;

function toRows(items: readonly Item[], rowIds: ReadonlyMap<Item, number>, now: number) {
  return items.map((item) => ({
    kind: item.kind,
    name: item.name,
    row_id: rowIds.get(item) ?? 0,
    place: item.place,
    secrets: JSON.stringify(item.references),
    applied_at: now,
  }));
}

/** The options as the file has them: limits name its groups, and switches need its secrets. */
function withOptions(ctx: Context, items: readonly Item[]): OptionStore {
  const values = items
    .filter(({ kind }) => kind === 'option')
    .flatMap(({ name, spec, secrets }) => {
      const option = options[name as OptionKey];
      const text = secrets.value ?? toOptionText(name as OptionKey, spec.value);
      try {
        return [[name, option.parse(text)]];
      } catch {
        return []; // refused with its line when it is saved
      }
    });
  const current = { ...ctx.options.current, ...Object.fromEntries(values) };
  refuseBrokenRules(ctx.options.current, current);
  return { current, reload: () => ctx.options.reload() };
}
