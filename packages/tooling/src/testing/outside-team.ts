import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type GatewayProcess, post } from './gateway-process.ts';

/** What a team outside of the repository has of a console. */
export interface TeamAccess {
  /** The area. */
  name: string;
  publicKey: string;
  rights: readonly string[];
}

/** What root gives a team: a key of their own, and a token for their area. Returns the token. */
export async function giveAccess(gateway: GatewayProcess, team: TeamAccess): Promise<string> {
  const { name, publicKey: public_key } = team;
  const key = { name: 'team', public_key, area: name };
  await post(`${gateway.url}/api/console/publish-keys`, key, signedByRoot(gateway));
  return await makeToken(gateway, team);
}

export async function makeToken(
  gateway: GatewayProcess,
  { name, rights }: Pick<TeamAccess, 'name' | 'rights'>,
): Promise<string> {
  const address = `${gateway.url}/api/console/areas/${name}/tokens`;
  const { data } = await post(address, { name: 'ci', rights }, signedByRoot(gateway));
  return (data as { token: string }).token;
}

export function signedByRoot({ environment }: GatewayProcess): Record<string, string> {
  const { TOLLGATE_ACCESS_TOKEN: token = '' } = environment;
  return { authorization: `Bearer ${token}`, 'new-api-user': '1' };
}

/** Three people whose pages report that a build crashes, each three times: what the guard takes for a broken build. */
export async function reportCrashes(
  gateway: GatewayProcess,
  build: { area: string; buildId: string },
): Promise<void> {
  for (const username of ['ann', 'ben', 'cai']) {
    const person = { username, password: `${username}-gatekeeper-1` };
    await post(`${gateway.url}/api/user/`, person, signedByRoot(gateway));
    const { cookie, data } = await post(`${gateway.url}/api/user/login`, person, {});
    const signed = { cookie, 'new-api-user': String((data as { id: number }).id) };
    const events = Array(3).fill({ type: 'area.crash/v1', ...build });
    await post(`${gateway.url}/api/console/telemetry`, { schema: 1, events }, signed);
  }
}

/**
 * Runs `dev --into` for the area of a folder, changes a file and waits for the event at which the page of the console
 * reloads. @throws when the server does not come, or the event does not
 */
export async function editInDevelopment(
  own: string,
  consoleUrl: string,
  edit: { file: string; from: string; to: string },
): Promise<void> {
  const kit = path.join(own, 'node_modules/.bin/tollgate-area');
  const child = spawn(process.execPath, [kit, 'dev', '--into', consoleUrl], { cwd: own });
  const file = path.join(own, edit.file);
  const text = readFileSync(file, 'utf8');
  try {
    const origin = await originOf(child);
    const { headers } = await fetch(`${origin}/remoteEntry.js`);
    if (headers.get('access-control-allow-origin') !== consoleUrl)
      throw new Error(`${origin} is not for ${consoleUrl}.`);
    const built = nextEvent(`${origin}/changes`);
    writeFileSync(file, text.replace(edit.from, edit.to));
    await built;
  } finally {
    writeFileSync(file, text);
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await gone;
  }
}

function originOf({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const limit = setTimeout(() => reject(new Error(`No address was printed: ${printed}`)), 60_000);
    stdout?.on('data', (chunk: Buffer) => {
      printed += chunk;
      const [, origin] = / is at (http:\/\/127\.0\.0\.1:\d+) for /.exec(printed) ?? [];
      if (!origin) return;
      clearTimeout(limit);
      resolve(origin);
    });
  });
}

/** Waits for the message that a build is done. */
async function nextEvent(address: string): Promise<void> {
  const { body } = await fetch(address, { signal: AbortSignal.timeout(60_000) });
  let read = '';
  for await (const chunk of body ?? []) {
    read += Buffer.from(chunk as Uint8Array).toString();
    if (read.includes('data: built')) return;
  }
  throw new Error(`${address} ended with ${read}`);
}
