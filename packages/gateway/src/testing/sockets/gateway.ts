/**
 * A gateway in a separate process, to find what can crash it: it does not catch exceptions. Takes the
 * addresses of its providers as JSON in the first argument, sends its parent its address, and answers each
 * message with its open resources.
 */
import { startRelayLab } from '../relay.ts';
import type { Holdings, Providers, Started } from './gateway-process.ts';
import { models } from './models.ts';

const { chat, sockets } = JSON.parse(process.argv[2] ?? '') as Providers;
const lab = await startRelayLab({ channel: false, quota: 1e12, stallMs: 500, silenceMs: 1000 });
const { chat: chatModel, spark, realtime } = models;
await lab.option('ModelRatio', { [chatModel]: 1, [spark]: 1, [realtime]: 1 });
await lab.option('RetryTimes', 0);
await lab.channel({ models: chatModel, base_url: chat });
await lab.channel({ models: realtime, base_url: sockets });
await lab.channel({ models: spark, base_url: sockets, type: 18, key: 'app|secret|key' });

process.on('message', (message) => {
  if (message === 'end') void lab.close().then(() => process.exit(0));
  else void readHoldings().then((holdings) => process.send?.(holdings));
});
process.once('disconnect', () => process.exit(1));
process.send?.({ url: lab.url, key: lab.key } satisfies Started);

async function readHoldings(): Promise<Holdings> {
  const connections = await new Promise<number>((resolve, reject) =>
    lab.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
  const holds = await lab.ctx.db.selectFrom('hold').select('id').execute();
  return { ...lab.relay.usage(), connections, holds: holds.length, pid: process.pid };
}
