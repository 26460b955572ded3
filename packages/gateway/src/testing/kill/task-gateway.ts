import { setImmediate as turn } from 'node:timers/promises';
import { buildApp } from '../../app.ts';
import { openGateway } from '../../cli/open-gateway.ts';
import { readConfig } from '../../config.ts';
import { systemClock } from '../../core/clock.ts';
import { pollDrawings } from '../../jobs/poll-tasks.ts';
import { createLog } from '../../log.ts';
import { createRelay } from '../../relay/index.ts';

/** A gateway that accepts and polls tasks continuously, for tests that kill it. Its clock may be ahead. */
const { dataDir, aheadMs } = JSON.parse(process.argv[2] ?? '{}') as { dataDir: string; aheadMs: number };
const config = readConfig({ DATA_DIR: dataDir, SSRF_ALLOW: '127.0.0.1/32' });
const { ctx } = await openGateway(config, createLog('silent'), {
  ...systemClock,
  now: () => Date.now() + aheadMs,
});
const relay = createRelay(ctx);
const app = await buildApp({ ctx, relay: relay.handle });
const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ url });
for (;;) {
  await Promise.all([pollDrawings.run(ctx), pollDrawings.run(ctx)]);
  await turn();
}
