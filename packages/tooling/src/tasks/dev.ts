import { globSync } from 'node:fs';
import path from 'node:path';
import { listAreaIds, SHELL_PORT } from '@tollgate/mfe-kit/workspace';
import { buildApps } from '../build-apps.ts';
import { foreground } from '../processes.ts';
import { programOf, root } from '../workspace.ts';

/**
 * `npm run dev [-- logs user ...]`: gateway, shell and the named areas (all, when none is named) with hot reload. The
 * other areas come as they were last built.
 */
const names = process.argv.slice(2).map((name) => name.replace(/^mfe-/, ''));
const areas = names.length > 0 ? [...new Set(names)] : listAreaIds();
const unknown = areas.filter((id) => !listAreaIds().includes(id));
if (unknown.length > 0) {
  process.stderr.write(`There is no area ${unknown.join(', ')}. Areas: ${listAreaIds().join(', ')}.\n`);
  process.exit(1);
}

const unbuilt = listUnbuilt(listAreaIds().filter((id) => !areas.includes(id)));
if (unbuilt.length > 0 && !(await buildApps({ names: unbuilt, force: true }))) process.exit(1);

const env = {
  HOST: process.env.HOST ?? '127.0.0.1',
  TOLLGATE_URL: `http://127.0.0.1:${process.env.PORT ?? 3000}`,
  /** Read by the development server of the shell: areas that come from a server of their own. */
  TOLLGATE_DEV_AREAS: areas.join(','),
};

process.stdout.write(`Open http://127.0.0.1:${SHELL_PORT} (${areas.join(', ')} reload as you edit)\n`);
process.exitCode = await foreground([
  { command: process.execPath, args: ['--watch', 'packages/gateway/src/main.ts', 'serve'], options: { env } },
  ...['shell', ...areas.map((id) => `mfe-${id}`)].map((app) => ({
    command: programOf(app, 'rsbuild'),
    args: ['dev'],
    options: { cwd: path.join(root, app), env: { ...env, NODE_ENV: 'development' } },
  })),
]);

/** Built areas that have no build yet. The gateway chooses builds that fit the built shell, so that it is needed too. */
function listUnbuilt(ids: string[]): string[] {
  if (ids.length === 0) return [];
  const built = globSync(['shell/dist/shell.manifest.json', 'mfe-*/dist/*/area.manifest.json'], {
    cwd: root,
  });
  return ['shell', ...ids.map((id) => `mfe-${id}`)].filter(
    (app) => !built.some((file) => file.startsWith(`${app}/`)),
  );
}
