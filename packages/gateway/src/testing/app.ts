import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Role } from '@tollgate/contract';
import type { FastifyInstance } from 'fastify';
import type { DestinationStream } from 'pino';
import { type AppParts, buildApp } from '../app.ts';
import { openGateway } from '../cli/open-gateway.ts';
import { readConfig } from '../config.ts';
import { systemClock } from '../core/clock.ts';
import type { Context } from '../core/context.ts';
import { createLog } from '../log.ts';
import type { AccountQueues } from '../modules/identity/credentials/account-queues.ts';
import * as setups from '../modules/identity/repository/setups.ts';
import { createReadiness, type Readiness } from '../modules/shared/readiness.ts';
import { createClient, type TestClient } from './client.ts';
import type { FreshDatabase } from './databases.ts';
import { type MadeUser, makeUser } from './factories.ts';
import { writeEmptyDatabases } from './sqlite-template.ts';

export type Actor = 'visitor' | 'user' | 'other' | 'admin' | 'root';

export interface TestAppOptions extends Omit<AppParts, 'ctx'> {
  /** Default: SQLite in a new folder. */
  database?: FreshDatabase;
  /** False: the test does the first-run setup. */
  setUp?: boolean;
  environment?: Record<string, string>;
  /** Drives `now` and `monotonicNow` together. Default: the clock of the machine. */
  now?: () => number;
  /** Default: `now`, or the clock of the machine. */
  monotonicNow?: () => number;
  /**
   * Whether separate processes read SQLite, as in production. Default: the connections of the test's thread
   * read, which starts no process.
   */
  readers?: boolean;
  /** Default: those of the gateway, at its pace. */
  signInQueues?: AccountQueues;
  /** Default: nothing is logged. */
  log?: DestinationStream;
}

export interface TestApp {
  readonly ctx: Context;
  readonly app: FastifyInstance;
  readonly readiness: Readiness;
  readonly dataDir: string;
  /** The initial users; none when the app is not set up. */
  readonly people: Record<Exclude<Actor, 'visitor'>, MadeUser>;
  /** Returns a client with the session and the header of one of them. */
  as(actor: Actor): TestClient;
  /** Listens on a free port of this machine and returns the address. */
  listen(): Promise<string>;
  close(): Promise<void>;
}

/** Builds the whole gateway on a new database, with one user of each role. Fakes nothing. */
export async function buildTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const {
    database,
    setUp = true,
    environment = {},
    now,
    monotonicNow = now,
    signInQueues,
    log,
    readers = false,
    ...parts
  } = options;
  const dataDir = database?.options.dataDir ?? mkdtempSync(join(tmpdir(), 'tollgate-app-'));
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: database?.options.databaseUrl,
    LOG_DATABASE_URL: database?.options.logDatabaseUrl,
    GLOBAL_API_RATE_LIMIT: '0',
    ACCOUNT_API_RATE_LIMIT: '0',
    CRITICAL_RATE_LIMIT: '0',
    ...environment,
  });
  if (!config.databaseUrl) await writeEmptyDatabases(dataDir);
  const clock = { ...systemClock, ...(now && { now }), ...(monotonicNow && { monotonicNow }) };
  const gateway = await openGateway(config, createLog(log ? 'debug' : 'silent', log), clock, {
    processes: readers,
  });
  const ctx = signInQueues ? { ...gateway.ctx, signInQueues } : gateway.ctx;
  const readiness = createReadiness(ctx);
  const app = await buildApp({ ctx, readiness, ...parts });
  const people = setUp ? await makePeople(ctx) : ({} as TestApp['people']);

  return {
    ctx,
    app,
    readiness,
    dataDir,
    people,
    as: (actor) => createClient(app, ctx, actor === 'visitor' ? undefined : people[actor]),
    listen: () => app.listen({ host: '127.0.0.1', port: 0 }),
    async close() {
      app.server.closeAllConnections();
      await app.close();
      await gateway.close();
      if (database) await database.dispose();
      else rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function makePeople(ctx: Context): Promise<TestApp['people']> {
  await setups.claim(ctx.db, 'test', Math.floor(ctx.now() / 1000));
  return {
    root: await makeUser(ctx, { username: 'root', role: Role.root }),
    admin: await makeUser(ctx, { username: 'admin', role: Role.admin }),
    user: await makeUser(ctx, { username: 'user' }),
    other: await makeUser(ctx, { username: 'other' }),
  };
}
