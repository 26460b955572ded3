import { Socket } from 'node:net';
import { openChannel } from './channel.ts';
import type { ParentChannel, ParentDuties, WorkerDuties } from './duties.ts';

/** The descriptor of the pipe between a worker and its parent, behind those of cluster. */
export const PIPE_FD = 4;

export interface WorkerLink {
  readonly parent: ParentChannel;
  /** How many workers share the machine. */
  readonly workers: number;
  /** Adds to what this worker does for its parent. */
  serve(duties: Partial<WorkerDuties>): void;
}

/**
 * Opens the channel of a worker to its parent. A worker does not outlive its parent, which owns port and ledger:
 * it ends at once, and the next start reads its journal.
 */
export function linkToParent(workers: number): WorkerLink {
  const duties: Partial<WorkerDuties> = {};
  const parent = openChannel<ParentDuties>(new Socket({ fd: PIPE_FD }), duties);
  void parent.closed.then(() => process.exit(1));
  return { parent, workers, serve: (more) => void Object.assign(duties, more) };
}
