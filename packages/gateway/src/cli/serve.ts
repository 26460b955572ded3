import type { Config } from '../config.ts';
import { createLog } from '../log.ts';
import { countWorkers } from '../workers/worker-count.ts';
import { findOpenFolder, lockDataFolder } from './data-folder.ts';
import { endOnFaults, onSignals } from './end-process.ts';

/** Runs the gateway until a signal stops it. @throws {BootError} when it cannot start */
export async function serve(config: Config): Promise<void> {
  process.umask(0o077); // Only this process's user may read what it writes.
  const unlock = lockDataFolder(config.dataDir);
  process.on('exit', unlock);
  const log = createLog(config.logLevel);
  const openFolder = findOpenFolder(config.dataDir);
  if (openFolder) log.warn(openFolder);
  const workers = countWorkers(config);
  if (workers > 1) {
    // The parent of workers needs little of the gateway, and loads no more.
    const { serveByWorkers } = await import('./serve-by-workers.ts');
    return serveByWorkers(config, log, workers);
  }
  const { startGateway } = await import('./start-gateway.ts');
  const { drain, ctx, greeting } = await startGateway(config, log);
  onSignals((manner) => void drain(0, manner));
  endOnFaults(drain, ctx.log);
  process.stdout.write(greeting);
}
