import { createRelay, type Relay } from '../relay/index.ts';
import { buildTestApp } from './app.ts';
import type { RelayLab } from './relay.ts';

/** Gateways of one installation share a key. */
export const sharedKey = { TOLLGATE_KEY: Buffer.alloc(32, 7).toString('base64') };

export interface MoreGateways {
  /** The URLs of all gateways, that of the lab first. */
  readonly urls: readonly string[];
  /** Waits until every gateway has charged its calls. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Starts more gateways on the database server of a lab that was started with `sharedKey`; none on SQLite. */
export async function startMoreGateways(lab: RelayLab, count: number): Promise<MoreGateways> {
  const { databaseUrl } = lab.ctx.config;
  const started: { url: string; settled(): Promise<void>; close(): Promise<void> }[] = [];
  for (let number = 0; databaseUrl && number < count; number++) started.push(await start(databaseUrl));
  return {
    urls: [lab.url, ...started.map(({ url }) => url)],
    async settled() {
      await Promise.all([lab.ctx.ledger.settled(), ...started.map((each) => each.settled())]);
    },
    async close() {
      for (const each of started) await each.close();
    },
  };
}

async function start(databaseUrl: string) {
  let relay: Relay | undefined;
  const app = await buildTestApp({
    setUp: false,
    environment: { ...sharedKey, DATABASE_URL: databaseUrl, SSRF_ALLOW: '127.0.0.1/32' },
    relay: (...call) => relay?.handle(...call) ?? false,
    upgrade: (...call) => relay?.upgrade(...call),
  });
  relay = createRelay(app.ctx);
  return {
    url: await app.listen(),
    settled: () => app.ctx.ledger.settled(),
    async close() {
      await relay?.close();
      await app.ctx.ledger.settled();
      await app.close();
    },
  };
}
