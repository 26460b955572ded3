import { createHash } from 'node:crypto';
import type { AreaEvent } from '@tollgate/contract';
import { aboutCode } from '@tollgate/federation';
import type { Context } from '../../core/context.ts';
import { nowSeconds } from '../shared/caller.ts';
import * as faults from './repository/area-faults.ts';

/** A client that invents faults cannot fill the table: a build has at most this many different ones. */
const MOST_OF_A_BUILD = 200;

/** What a page reported, with the same fingerprint for the same fault. */
export type Fault = Omit<faults.FaultRow, 'count' | 'first_at' | 'last_at'>;

/** Returns the fault of an event, or undefined when it is none that has a place. */
export function faultOf(event: AreaEvent): Fault | undefined {
  const build = { area_id: event.area, build_id: event.buildId };
  if (event.type === 'area.crash/v1') {
    const { name, route, stack } = event;
    // The console filters messages too; other clients may send anything.
    const message = aboutCode(event.message);
    // Without a place all crashes of a class on a page are one. Messages and names of functions may differ by browser.
    const fingerprint = hashOf([
      'crash',
      name,
      stack[0]?.replace(/^[\w$]+ \((.*)\)$/, '$1') ?? message,
      route,
    ]);
    return { ...build, fingerprint, kind: 'crash', name, detail: message, route, stack: stack.join('\n') };
  }
  if (event.type === 'area.csp/v1') {
    const { directive, blocked, place } = event;
    const fingerprint = hashOf(['csp', directive, blocked, place]);
    return { ...build, fingerprint, kind: 'csp', name: directive, detail: blocked, route: '', stack: place };
  }
  if (event.type === 'area.text/v1') {
    const fingerprint = hashOf(['text', event.key, event.language]);
    return {
      ...build,
      fingerprint,
      kind: 'text',
      name: event.key,
      detail: event.language,
      route: '',
      stack: '',
    };
  }
  return undefined;
}

/** Counts faults by fingerprint, in the order of their keys, so that processes cannot deadlock. */
export async function recordFaults(tx: Context, found: readonly Fault[]): Promise<void> {
  const at = nowSeconds(tx);
  const groups = Map.groupBy(found, (fault) => `${fault.area_id} ${fault.build_id} ${fault.fingerprint}`);
  for (const key of [...groups.keys()].sort()) {
    const [fault, ...others] = groups.get(key) ?? [];
    if (!fault) continue;
    const by = { count: others.length + 1, at };
    if (await faults.raise(tx.db, fault, by)) continue;
    if ((await faults.count(tx.db, fault)) >= MOST_OF_A_BUILD) continue;
    const row = { ...fault, count: by.count, first_at: at, last_at: at };
    // Another gateway may have been first.
    if (!(await faults.insert(tx.db, row))) await faults.raise(tx.db, fault, by);
  }
}

function hashOf(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 16);
}
