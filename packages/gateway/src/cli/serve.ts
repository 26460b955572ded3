import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import type { Config } from '../config.ts';
import { productRoot } from '../console/bundled-builds.ts';
import { BootError } from '../core/boot-error.ts';
import type { Context } from '../core/context.ts';
import { describeSystemError } from '../core/system-error.ts';
import { startCheckpoints } from '../db/checkpoints.ts';
import { registerConsole } from '../http/page.ts';
import { pagePolicy } from '../http/page-policy.ts';
import { startJobs } from '../jobs/runner.ts';
import { createLog } from '../log.ts';
import { areaPlatform } from '../modules/areas/area-platform.ts';
import * as setup from '../modules/identity/entry/setup.ts';
import * as setupToken from '../modules/identity/entry/setup-token.ts';
import { createReadiness } from '../modules/shared/readiness.ts';
import { createRelay } from '../relay/index.ts';
import { findOpenFolder, lockDataFolder } from './data-folder.ts';
import { createDrain, type Drain } from './drain.ts';
import { createLastResort } from './last-resort.ts';
import { openGateway } from './open-gateway.ts';

/** Runs the gateway until a signal stops it. @throws {BootError} when it cannot start */
export async function serve(config: Config): Promise<void> {
  process.umask(0o077); // Only this process's user may read what it writes.
  const unlock = lockDataFolder(config.dataDir);
  process.on('exit', unlock);
  const log = createLog(config.logLevel);
  const openFolder = findOpenFolder(config.dataDir);
  if (openFolder) log.warn(openFolder);
  const gateway = await openGateway(config, log);
  const { ctx, connection } = gateway;
  const stopCheckpoints = await startCheckpoints([connection.address, connection.logAddress]);
  const ready = await setup.adoptExisting(ctx);
  const relay = createRelay(ctx);
  const readiness = createReadiness(ctx);
  const app = await buildApp({
    ctx,
    relay: relay.handle,
    upgrade: relay.upgrade,
    readiness,
    metrics: relay.metrics,
    console: (server) =>
      registerConsole(server, {
        root: config.consoleDir ?? productRoot,
        policy: () => pagePolicy(ctx.options.current),
        platform: areaPlatform(ctx),
      }),
  });
  const stopJobs = startJobs(ctx);
  const drain = createDrain({
    app,
    relay,
    readiness,
    log,
    drainSeconds: config.drainSeconds,
    listenSeconds: config.drainListenSeconds,
    finish: async () => {
      stopJobs();
      await stopCheckpoints();
      await gateway.close();
    },
  });
  endOnSignals(drain, ctx);
  await relay.prepare();

  const address = await listen(app, config);
  process.stdout.write(greeting(address, ready ? undefined : setupToken.readOrCreate(config.dataDir)));
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (cause) {
    throw new BootError(listenProblem(cause, host, port), { cause });
  }
  const address = app.server.address();
  const actualPort = typeof address === 'object' && address ? address.port : port;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name}:${actualPort}`;
}

function listenProblem(cause: unknown, host: string, port: number): string {
  const { code } = cause as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken by another program. Stop it, or set PORT to another number.`;
  }
  if (code === 'EACCES')
    return `Port ${port} needs more rights than this user has. Set PORT to 1024 or more.`;
  return `The gateway cannot listen on ${host}:${port} (${describeSystemError(cause)}). Check HOST and PORT.`;
}

function greeting(address: string, token: string | undefined): string {
  if (!token) return `Tollgate is ready: ${address}\n`;
  return `Tollgate is ready: ${address} - open it to set up. From another machine the setup code is ${token}\n`;
}

function endOnSignals(drain: Drain, { log }: Context): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {}); // a closed terminal is not an error
  process.on('SIGTERM', () => void drain(0));
  process.on('SIGINT', () => void drain(0, { skipsListening: true }));
  const handleFault = createLastResort({ log, drain });
  process.on('uncaughtException', handleFault);
  process.on('unhandledRejection', (error) => handleFault(error, 'unhandledRejection'));
}
