import { createLocalLimits, type Limits } from '../cache/limits.ts';
import type { Clock } from '../core/clock.ts';
import type { DatabaseAddress } from '../db/address.ts';
import type { OpenLedgerOptions } from '../ledger/index.ts';
import { createLinkedLimits } from './linked-limits.ts';
import type { WorkerLink } from './worker-link.ts';

/** What a worker has the parent do for it, or what it takes less of because of the other workers. */
export interface LinkedParts {
  readonly limits: Limits;
  /** How many connections to each database server. */
  readonly connecting?: { readonly connections: number };
  /** Statements of lists and sums at a time. */
  readonly reading?: { readonly running: number };
  /** Says that this worker changed something in the database. */
  tellOthers?(): void;
  /** Calls `poll` when another one did. */
  onChange(poll: () => void): void;
  /** The ledger's part: on SQLite the parent applies its batches. */
  ledger(address: DatabaseAddress): Pick<OpenLedgerOptions, 'sharesFolder' | 'applyElsewhere'>;
}

/** All workers together stay below what database servers allow. */
const CONNECTIONS = 4;

/** @param link absent in a gateway of one process, which does everything itself */
export function linkParts(link: WorkerLink | undefined, { monotonicNow, now }: Clock): LinkedParts {
  if (!link)
    return {
      limits: createLocalLimits(monotonicNow, now),
      onChange() {},
      ledger: () => ({}),
    };
  const { parent, serve } = link;
  const { limits, duties } = createLinkedLimits(parent, monotonicNow);
  serve(duties);
  return {
    limits,
    connecting: { connections: CONNECTIONS },
    reading: { running: 1 },
    tellOthers: () => parent.tell('changed', null),
    onChange: (poll) => serve({ changed: poll }),
    ledger: ({ kind }) => ({
      sharesFolder: true,
      applyElsewhere: kind === 'sqlite' ? (batch) => parent.ask('apply', batch) : undefined,
    }),
  };
}
