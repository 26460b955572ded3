import { gzipSync } from 'node:zlib';
import { Agent, request } from 'undici';
import { hostileBodies } from './hostile.ts';

/**
 * Sends hostile bodies, alternately plain and compressed. Prints when it begins. Usage: `hostile-requests.ts
 * <url> <key> <rate> <seconds>`.
 */
const [url = '', key = '', rate = '20', seconds = '10'] = process.argv.slice(2);

const bodies = hostileBodies.flatMap((body) => [
  { body, headers: {} },
  { body: gzipSync(body, { level: 1 }), headers: { 'content-encoding': 'gzip' } },
]);
const dispatcher = new Agent({ connections: 64 });
const statuses = new Map<string, number>();
process.once('SIGTERM', report);
process.stdout.write('ready\n'); // building the bodies takes seconds

for (let index = 0; index < Number(rate) * Number(seconds); index += 1) {
  void send(bodies[index % bodies.length]!);
  await new Promise((resolve) => setTimeout(resolve, 1000 / Number(rate)));
}
report();

function report(): void {
  const text = `hostile requests by status: ${JSON.stringify(Object.fromEntries(statuses))}\n`;
  process.stderr.write(text, () => process.exit());
}

async function send({ body, headers }: (typeof bodies)[number]): Promise<void> {
  const answer = await request(`${url}/v1/chat/completions`, {
    dispatcher,
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...headers },
    body,
  }).catch((error: Error) => ({ statusCode: error.name, body: undefined }));
  await answer.body?.dump();
  const status = String(answer.statusCode);
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
}
