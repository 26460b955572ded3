import cluster from 'node:cluster';
import type { Config } from '../config.ts';
import { BootError } from '../core/boot-error.ts';
import { createLog } from '../log.ts';
import { linkToParent } from '../workers/worker-link.ts';
import type { Drain } from './drain.ts';
import { endOnFaults, onSignals } from './end-process.ts';

/** Runs one of several workers, which `tollgate serve` starts. @throws {BootError} when it cannot start */
export async function workerCommand(config: Config, [workers]: string[]): Promise<void> {
  if (!cluster.isWorker) throw new BootError('Workers are started by: tollgate serve');
  process.umask(0o077); // Only this process's user may read what it writes.
  onSignals(() => {}); // Terminals and systemd signal whole groups of processes. Workers follow their parent.
  const link = linkToParent(Number(workers));
  const { startGateway } = await import('./start-gateway.ts');
  const { drain, ctx, greeting } = await startGateway(config, createLog(config.logLevel), link);
  link.serve({ drain: ({ skipsListening }) => void drain(0, { skipsListening }) });
  const leave: Drain = (code, manner) => {
    // The others take the new calls at once, so no caller has to hear that this one ends.
    link.parent.tell('leaving', code);
    return drain(code, { ...manner, skipsListening: true });
  };
  endOnFaults(leave, ctx.log);
  link.parent.tell('ready', greeting);
}
