import http from 'node:http';
import { pause } from './machine.ts';

/**
 * Sends wrong passwords at a fixed rate (open loop), each from another network, until SIGTERM. The networks are
 * loopback addresses, of which Linux has 16 million, so that no limit by address stops the flood. Prints when it
 * begins, and at the end the number of logins by status, as JSON. Usage: `login-attempts.ts <url> <per second>`.
 */
const [url = '', perSecond = '20'] = process.argv.slice(2);
const statuses: Record<number, number> = {};
const logins: Promise<void>[] = [];
let isRunning = true;
process.once('SIGTERM', () => {
  isRunning = false;
});
process.stdout.write('ready\n');

const start = performance.now();
for (let index = 0; isRunning; index++) {
  const earlyMs = start + (index * 1000) / Number(perSecond) - performance.now();
  if (earlyMs > 0) await pause(earlyMs);
  const login = tryLogin(index).then((status) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
  });
  logins.push(login);
}
await Promise.all(logins);
process.stdout.write(`${JSON.stringify(statuses)}\n`);

function tryLogin(index: number): Promise<number> {
  const localAddress = `127.${1 + ((index >> 8) % 200)}.${index & 255}.9`;
  const headers = { 'content-type': 'application/json', origin: url };
  return new Promise((resolve, reject) => {
    http
      .request(
        `${url}/api/user/login`,
        { method: 'POST', headers, localAddress, agent: false },
        (response) => {
          response.resume().once('end', () => resolve(response.statusCode ?? 0));
        },
      )
      .on('error', reject)
      .end(JSON.stringify({ username: `person${index % 500}`, password: 'a wrong password' }));
  });
}
