import path from 'node:path';
import { type Fingerprint, findChange, remember } from './fingerprint.ts';
import { GATEWAY } from './gateway/program.ts';
import { capture } from './processes.ts';
import { listApps, programOf, root } from './workspace.ts';

/** Builders are parallel inside; more than two only wait for each other. */
const AT_ONCE = 2;

interface Job {
  app: string;
  fingerprint: Fingerprint;
}

/**
 * Builds the apps and the gateway as far as they changed since their last build, or the named ones. Returns whether all
 * succeeded.
 */
export async function buildApps({ names = [], force = false }: { names?: string[]; force?: boolean } = {}) {
  const apps = [GATEWAY, ...listApps()];
  const unknown = names.filter((name) => !apps.includes(name));
  if (unknown.length > 0) {
    process.stderr.write(`There is no ${unknown.join(', ')}. There are ${apps.join(', ')}.\n`);
    return false;
  }
  const chosen = names.length > 0 ? names : apps;
  const jobs = chosen.flatMap((app): Job[] => {
    const fingerprint = findChange(app, { force });
    return fingerprint ? [{ app, fingerprint }] : [];
  });
  const queue = [...jobs];
  const results: boolean[] = [];
  const worker = async () => {
    for (let job = queue.shift(); job; job = queue.shift()) results.push(await build(job));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (jobs.length < chosen.length)
    process.stdout.write(`${chosen.length - jobs.length} of ${chosen.length} parts are up to date.\n`);
  return results.every(Boolean);
}

async function build({ app, fingerprint }: Job): Promise<boolean> {
  const { code, output, seconds } = await (app === GATEWAY ? bundle() : compile(app));
  if (code === 0) remember(app, fingerprint);
  const outcome = code === 0 ? 'built ' : 'FAILED';
  process.stdout.write(`${outcome} ${app.padEnd(20)} ${seconds.toFixed(1)} s\n${code === 0 ? '' : output}`);
  return code === 0;
}

function compile(app: string) {
  return capture(programOf(app, 'rsbuild'), ['build'], {
    cwd: path.join(root, app),
    env: { NODE_ENV: 'production' },
  });
}

function bundle() {
  return capture(process.execPath, [path.join(import.meta.dirname, 'gateway/bundle.ts')]);
}
