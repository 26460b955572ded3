import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildApp } from '../app.ts';
import type { Config } from '../config.ts';
import { productRoot } from '../console/bundled-builds.ts';
import { BootError } from '../core/boot-error.ts';
import { systemClock } from '../core/clock.ts';
import type { Context } from '../core/context.ts';
import { describeSystemError } from '../core/system-error.ts';
import { registerConsole } from '../http/page.ts';
import { pagePolicy } from '../http/page-policy.ts';
import { startJobs } from '../jobs/runner.ts';
import { joinByWorker } from '../metrics/by-worker.ts';
import { areaPlatform } from '../modules/areas/area-platform.ts';
import * as setup from '../modules/identity/entry/setup.ts';
import * as setupToken from '../modules/identity/entry/setup-token.ts';
import * as status from '../modules/settings/status.ts';
import { createReadiness } from '../modules/shared/readiness.ts';
import { createRelay } from '../relay/index.ts';
import { affordableBytes } from '../relay/request/body-budget.ts';
import type { WorkerLink } from '../workers/worker-link.ts';
import { createDrain, type Drain } from './drain.ts';
import { openGateway } from './open-gateway.ts';
import { releaseStartMemory } from './start-memory.ts';

export interface StartedGateway {
  readonly ctx: Context;
  readonly drain: Drain;
  readonly greeting: string;
}

/**
 * Opens the databases, recovers money and takes calls.
 * @param link set in one of several workers
 * @throws {BootError} when it cannot start
 */
export async function startGateway(config: Config, log: Logger, link?: WorkerLink): Promise<StartedGateway> {
  // With `node --watch`, threads would send the files that they load among their answers.
  delete process.env.WATCH_REPORT_DEPENDENCIES;
  const gateway = await openGateway(config, log, systemClock, { processes: true, link });
  const { ctx } = gateway;
  const ready = await setup.adoptExisting(ctx);
  const relay = createRelay(ctx, link && { inFlightBytes: Math.ceil(affordableBytes() / link.workers) });
  link?.serve({ metrics: relay.readMetrics });
  const readiness = createReadiness(ctx);
  const app = await buildApp({
    ctx,
    relay: relay.handle,
    upgrade: relay.upgrade,
    readiness,
    metrics: link ? async () => joinByWorker(await link.parent.ask('metrics', null)) : relay.readMetrics,
    console: (server) =>
      registerConsole(server, {
        root: config.consoleDir ?? productRoot,
        policy: () => pagePolicy(ctx.options.current),
        status: () => status.get(ctx),
        platform: areaPlatform(ctx),
        mirror: config.areaMirror,
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
      await gateway.close();
    },
  });
  await relay.prepare();
  const address = await listen(app, config);
  releaseStartMemory();
  const token = ready ? undefined : setupToken.readOrCreate(config.dataDir);
  return { ctx, drain, greeting: greetingOf(address, token) };
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

function greetingOf(address: string, token: string | undefined): string {
  if (!token) return `Tollgate is ready: ${address}\n`;
  return `Tollgate is ready: ${address} - open it to set up. From another machine the setup code is ${token}\n`;
}
