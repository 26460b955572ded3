import type { Logger } from 'pino';
import { createSharedLimits } from '../cache/limits.ts';
import { createRevisions } from '../cache/revisions.ts';
import type { SharedStore } from '../cache/shared-store.ts';
import type { Config } from '../config.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import type { Context, Secrets } from '../core/context.ts';
import { readLimits } from '../core/limits.ts';
import { type Connection, connect } from '../db/connect.ts';
import { migrateMain } from '../db/migrate.ts';
import { openReads, type ReadOptions } from '../db/reading/open-reads.ts';
import type { Db } from '../db/schema.ts';
import { openLedger } from '../ledger/index.ts';
import { GatewayMetrics } from '../metrics/gateway-metrics.ts';
import { sealOldProxies } from '../modules/channels/destination/channel-proxies.ts';
import { fillKeyHashes } from '../modules/channels/keys/channel-key-hashes.ts';
import { createAccountQueues } from '../modules/identity/credentials/account-queues.ts';
import { openBook } from '../modules/models/book/open-book.ts';
import { watchMasterKeys } from '../modules/secrets/master-key-watch.ts';
import { createOptionStore } from '../modules/settings/option-store.ts';
import * as storedOptions from '../modules/settings/repository/options.ts';
import { streamRows } from '../modules/usage/repository/streamed-rows.ts';
import { createOutbound, type Outbound } from '../net/outbound.ts';
import { linkParts } from '../workers/linked-parts.ts';
import type { WorkerLink } from '../workers/worker-link.ts';
import { openLogDatabase } from './log-database.ts';
import { withLogThread } from './log-thread.ts';
import { openSecrets } from './master-secrets.ts';

interface OpenOptions extends Pick<ReadOptions, 'processes'> {
  /** Set in one of several workers. */
  readonly link?: WorkerLink | undefined;
}

export interface Gateway {
  readonly ctx: Context;
  readonly connection: Connection;
  /** Ends what the context started and closes the databases. */
  close(): Promise<void>;
}

/** Creates the context: migrates, opens secrets, recovers money, reads options. Does not listen yet. */
export async function openGateway(
  config: Config,
  log: Logger,
  clock: Clock = systemClock,
  { processes, link }: OpenOptions = { processes: true },
): Promise<Gateway> {
  const warn = (sentence: string) => log.warn(sentence);
  const linked = linkParts(link, clock);
  const connection = await connect({ ...config, ...linked.connecting });
  const { db, gatedLogDb: logDb, logOutage } = connection;
  await connection.refuseSharedSessions();
  await migrateMain(db);
  const logDatabase = await openLogDatabase(connection, log);
  await connection.limitSilence();
  const secrets = await openSecrets(config, db, { warn, generate: true });
  await adoptRows(db, secrets, log);
  await openBook(db, storedOptions.list, Math.floor(clock.now() / 1000));
  const revisions = createRevisions(db, linked.tellOthers);
  // Before the first read of anything that listeners read again: later changes are noticed.
  await revisions.poll();
  const stopKeyWatch = await watchMasterKeys({ db, secrets, revisions, log });
  const options = await createOptionStore(db, secrets, log);
  const onError = (error: unknown) => log.error({ err: error }, 'Background work failed');
  linked.onChange(() => void revisions.poll().catch(onError));
  const outbound = outboundFor(config, options);
  const writing = await openWriting(connection, config, { processes, link });
  const gatewayMetrics = new GatewayMetrics();
  const { onBatch } = gatewayMetrics;
  const forLedger = { ...linked.ledger(connection.address), connection: writing, dataDir: config.dataDir };
  const { ledger, recovered, tryLogDatabase } = await openLedger({ ...forLedger, onError, warn, onBatch });
  const stopWatching = logDatabase.watch(tryLogDatabase);
  if (recovered > 0) log.info({ calls: recovered }, 'Calls of an earlier life were ended and booked');
  revisions.on('options', () => void options.reload().catch(onError));
  const stopPolling = revisions.start(onError);
  const readOnlyCheck = setInterval(() => void connection.leaveReadOnlyServers(), READ_ONLY_CHECK_MS).unref();

  const shared = config.redisUrl ? await connectRedis(config.redisUrl, warn) : undefined;
  const reads = openReads(connection, { processes, ...linked.reading });
  const limits = shared ? createSharedLimits(shared, linked.limits) : linked.limits;

  return {
    ctx: {
      findMovedFiles: connection.findMovedFiles,
      isLogDatabaseAway: () => logOutage?.isAway ?? false,
      ...{ config, db, logDb, ledger, outbound, options, secrets, revisions, limits, log, reads },
      ...{ ...clock, gatewayMetrics },
      ...reads.accessFor({ name: 'jobs', limitMs: readLimits.jobMs }),
      signInQueues: createAccountQueues(),
    },
    connection,
    async close() {
      stopPolling();
      clearInterval(readOnlyCheck);
      await stopKeyWatch();
      stopWatching();
      await ledger.close();
      await outbound.close();
      await shared?.close();
      reads.close();
      await writing.close();
    },
  };
}

/** The connection of the ledger. Rows of the log are written through it and through that of the context. */
async function openWriting(
  connection: Connection,
  { logStream }: Config,
  { processes, link }: OpenOptions,
): Promise<Connection> {
  const writing = processes ? await withLogThread(connection, { copiesBack: !link }) : connection;
  if (logStream) for (const each of [connection.gatedLogDb, writing.logDb]) streamRows(each);
  return writing;
}

function outboundFor(
  { ssrfAllow: allow, traceUrl, logStream }: Config,
  options: Context['options'],
): Outbound {
  const logStreamUrl = logStream?.url;
  return createOutbound({
    allow,
    traceUrl,
    logStreamUrl,
    privateHosts: () => options.current.ChannelPrivateHosts,
  });
}

/** Adds to rows of earlier versions what later ones need. */
async function adoptRows(db: Db, secrets: Secrets, log: Logger): Promise<void> {
  await fillKeyHashes(db, secrets, log);
  await sealOldProxies(db, secrets);
}

/** How long reads may come from an old primary that became read-only. */
const READ_ONLY_CHECK_MS = 5_000;

/** The client has five hundred files that an installation without Redis never needs. */
async function connectRedis(url: string, warn: (sentence: string) => void): Promise<SharedStore> {
  const { openSharedStore } = await import('../cache/shared-store.ts');
  return openSharedStore(url, warn);
}
