import { globSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { serveDeveloped } from '@tollgate/mfe-kit/serve-developed';
import { areaPort, listAreaIds, SHELL_PORT } from '@tollgate/mfe-kit/workspace';
import { buildApps } from '../build-apps.ts';
import { foreground } from '../processes.ts';
import { programOf, root } from '../workspace.ts';

/**
 * `npm run dev [-- logs user ...]`: gateway, shell and the named areas (default: all) with hot reload; other areas use
 * their last build. `--alone logs`: only that area, in a mock shell. `--into https://gate.example logs`: that area for
 * the console at that address, which an administrator points to it; `--port` sets its port.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { alone: { type: 'boolean', default: false }, into: { type: 'string' }, port: { type: 'string' } },
});
const named = [...new Set(positionals.map((name) => name.replace(/^mfe-/, '')))];
const unknown = named.filter((id) => !listAreaIds().includes(id));
const [first = ''] = named;

if (unknown.length > 0) refuse(`There is no area ${unknown.join(', ')}. Areas: ${listAreaIds().join(', ')}.`);
else if ((values.alone || values.into !== undefined) && named.length !== 1)
  refuse('Name one area: npm run dev -- --alone logs');
else if (values.alone) await alone(first);
else if (values.into !== undefined) await into(values.into, first);
else await inShell(named.length > 0 ? named : listAreaIds());

async function alone(id: string): Promise<void> {
  process.stdout.write(`Open http://127.0.0.1:${areaPort(id)} (${id} alone, in a mock shell)\n`);
  process.exitCode = await foreground([developing(`mfe-${id}`)]);
}

async function into(address: string, id: string): Promise<void> {
  if (!/^https?:\/\//.test(address) || !URL.canParse(address))
    return refuse('Say where the console is: npm run dev -- --into https://gate.example logs');
  const server = await serveDeveloped(id, {
    console: new URL(address).origin,
    ...(values.port && { port: Number(values.port) }),
  });
  process.stdout.write(
    `${id} is served at ${server.origin}, to ${new URL(address).origin} alone.
Open that console as an administrator, press Ctrl+K (⌘K), choose "Load an area from a development server", and enter ${id} and ${server.origin}.
The gateway there must run with AREA_OVERRIDES=true. The page reloads after every build.\n`,
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void server.close().then(() => process.exit(0)));
}

async function inShell(areas: string[]): Promise<void> {
  const unbuilt = listUnbuilt(listAreaIds().filter((id) => !areas.includes(id)));
  if (unbuilt.length > 0 && !(await buildApps({ names: unbuilt, force: true }))) process.exit(1);
  const env = {
    HOST: process.env.HOST ?? '127.0.0.1',
    TOLLGATE_URL: `http://127.0.0.1:${process.env.PORT ?? 3000}`,
    /** Read by the shell's development server: areas with their own server. */
    TOLLGATE_DEV_AREAS: areas.join(','),
  };
  process.stdout.write(`Open http://127.0.0.1:${SHELL_PORT} (${areas.join(', ')} reload as you edit)\n`);
  process.exitCode = await foreground([
    {
      command: process.execPath,
      args: ['--watch', 'packages/gateway/src/main.ts', 'serve'],
      // A gateway that restarts on each change has no load balancer to wait for.
      options: { env: { ...env, DRAIN_LISTEN_SECONDS: '0' } },
    },
    ...['shell', ...areas.map((id) => `mfe-${id}`)].map((app) => developing(app, env)),
  ]);
}

function developing(app: string, env: Record<string, string> = {}) {
  return {
    command: programOf(app, 'rsbuild'),
    args: ['dev'],
    options: { cwd: path.join(root, app), env: { ...env, NODE_ENV: 'development' } },
  };
}

/**
 * Returns built areas without a build yet. The gateway chooses builds that fit the built shell, so it is needed too.
 */
function listUnbuilt(ids: string[]): string[] {
  if (ids.length === 0) return [];
  const built = globSync(['shell/dist/shell.manifest.json', 'mfe-*/dist/*/area.manifest.json'], {
    cwd: root,
  });
  return ['shell', ...ids.map((id) => `mfe-${id}`)].filter(
    (app) => !built.some((file) => file.startsWith(`${app}/`)),
  );
}

function refuse(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
