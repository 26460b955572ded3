import { EACH } from '@tollgate/contract';
import { type OptionKey, options } from '@tollgate/contract/options';
import type { Context, OptionStore } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { recordAction } from '../audit/audit-log.ts';
import { refuseBrokenRules } from '../settings/option-rules.ts';
import { nowSeconds } from '../shared/caller.ts';
import { change } from '../shared/change.ts';
import type { DeclaredKind } from '../shared/repository/declarations.ts';
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

/** Of channels that name none. */
const DEFAULT_GROUP = 'default';

async function applyInside(outer: Context, order: Order, changes: string[]): Promise<void> {
  const { path, file } = order;
  const { items } = file;
  const problems = [...file.problems];
  const prune = order.prune && problems.length === 0;
  const attempt = createAttempt(order, problems);
  const earlier = await declarations.list(outer.db);
  // What is declared cannot be changed, so nothing is while this transaction runs.
  await declarations.replaceAll(outer.db, []);
  const optionsOfFile = await attempt(path, () => withOptions(outer, items));
  const tx = { ...outer, options: optionsOfFile ?? outer.options };
  const searchFor = searchProblems(problems, items);
  const hasProblemOf: ProblemSearch = (kind, name) =>
    (kind === 'option' && !optionsOfFile) || searchFor(kind, name);

  const hostsBefore = await listPrivateHosts(outer);
  let addedHosts: string[] = [];
  const rowIds = new Map<Item, number>();
  const found = new Map<string, Stored>();
  for (const { kind, list, save } of sections) {
    const stored = new Map((await list(tx)).map((each) => [each.name, each]));
    for (const [name, each] of stored) found.set(`${kind} ${name}`, each);
    for (const item of items) {
      if (item.kind !== kind || (kind === 'limit' && isOpen(item, hasProblemOf))) continue;
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
  if (!hasProblemOf('option', 'GroupRatio')) problems.push(...findMissingGroups(outer, tx, file, found));
  problems.push(...refuseUnlisted(order, addedHosts));
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

/** Does work whose refusal is a problem of the file. */
function createAttempt({ file: { items }, describe }: Order, problems: Problem[]) {
  return async <T>(place: string, work: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const named = items.find(({ kind, name }) => kind === 'option' && name === error.details.key);
      problems.push({ place: named?.place ?? place, reason: describe(error) });
      return undefined;
    }
  };
}

/** Whether a limit is of a group or channel of which nothing is known, as the file has mistakes there. */
function isOpen({ spec: { scope, scope_id } }: Item, hasProblemOf: ProblemSearch): boolean {
  if (typeof scope_id !== 'string' || scope_id === EACH) return false;
  return scope === 'group' ? hasProblemOf('option', 'GroupRatio') : hasProblemOf('channel');
}

type ProblemSearch = (kind: DeclaredKind, name?: string) => boolean;

/** Looks for mistakes of a kind of things, or of the named one: those of the file begin with its path. */
function searchProblems(problems: readonly Problem[], items: readonly Item[]): ProblemSearch {
  return (kind, name) => {
    const of = items.filter((item) => item.kind === kind && (name === undefined || item.name === name));
    const paths = name === undefined ? [`${kind}s`] : [`${kind}s:`, `${kind}s.${name}`];
    return problems.some(
      ({ place, reason }) =>
        of.some((item) => item.place === place) || paths.some((path) => reason.startsWith(path)),
    );
  };
}

/** A file that has the list of private hosts has to name those of its channels. */
function refuseUnlisted({ path, file: { items } }: Order, added: readonly string[]): Problem[] {
  if (!declaresPrivateHosts(items)) return [];
  return added.map((host) => ({
    place: findChannelOf(items, host)?.place ?? path,
    reason: `the private address ${host} is not in ChannelPrivateHosts of this file: add it there`,
  }));
}

/**
 * A channel may keep a group that it has without a ratio: what a gateway exports can be applied to it. Calls of such a
 * group cost what they cost with the ratio 1.
 */
function findMissingGroups(
  { options: { current: before } }: Context,
  { options: { current } }: Context,
  { groups }: ReadFile,
  stored: ReadonlyMap<string, Stored>,
): Problem[] {
  const isKept = (group: string, channel: string) => {
    const { groups: kept = [DEFAULT_GROUP] } = stored.get(`channel ${channel}`)?.spec ?? { groups: [] };
    return !before.GroupRatio.has(group) && (kept as readonly string[]).includes(group);
  };
  return groups
    .filter(({ name, channel }) => !current.GroupRatio.has(name) && !isKept(name, channel))
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
