import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkSizes } from './checks/sizes.ts';
import { checkSources, listSources } from './checks/sources.ts';
import { checkTexts } from './checks/texts.ts';
import { gatewayProgram } from './gateway/program.ts';
import { capture, type Outcome } from './processes.ts';
import { copyOfWorkspace, linkLikeSibling } from './testing/copy-of-workspace.ts';
import { post, startGateway } from './testing/gateway-process.ts';

const NAME = 'audit-log';
const AREA = `mfe-${NAME}`;
const LIMIT_MS = 300_000;
/** Of this checkout: its modules are compiled already, those of the copy are not. */
const tollgate = gatewayProgram();

let copy: ReturnType<typeof copyOfWorkspace>;
beforeAll(() => {
  copy = copyOfWorkspace();
});
afterAll(() => copy?.remove());

const program = (name: string) => path.join(copy.folder, 'node_modules/.bin', name);
const run = (command: string, args: string[], env = {}, cwd = copy.folder) =>
  capture(command, args, { cwd, env: { NODE_ENV: undefined, VITEST: undefined, ...env } });
const task = (name: string, ...args: string[]) =>
  run(process.execPath, [`packages/tooling/src/tasks/${name}.ts`, ...args]);

test('a taken name is rejected with a message', async () => {
  const { code, output } = await task('new', 'area', 'logs');
  expect(output).toBe('There is an area logs already, in mfe-logs.\n');
  expect(code).toBe(1);
});

test(
  'a new area passes types, lint, rules and its tests, and a running gateway serves it',
  async () => {
    expect(well(await task('new', 'area', NAME, '--no-install'))).toContain(`${AREA} is there`);
    linkLikeSibling(copy.folder, AREA);

    const own = listSources(copy.folder).filter((file) => file.startsWith(`${AREA}/`));
    expect(own.length).toBeGreaterThan(10);
    expect(checkSources(copy.folder, own)).toEqual([]);
    const complaints = [...checkSizes(copy.folder).complaints, ...checkTexts(copy.folder).complaints];
    expect(complaints.filter((complaint) => complaint.includes(AREA))).toEqual([]);

    well(await run(program('biome'), ['check', AREA]));
    expect(await typeErrors()).toEqual([]);
    well(await run(program('vitest'), ['run', '--project', 'console', AREA]));
    const built = await run(
      path.join(copy.folder, AREA, 'node_modules/.bin/rsbuild'),
      ['build'],
      { NODE_ENV: 'production' },
      path.join(copy.folder, AREA),
    );
    well(built);
    await publish();
  },
  LIMIT_MS,
);

/** Returns the errors of the new area only, not of the rest of the checkout. */
async function typeErrors(): Promise<string[]> {
  const { output } = await run(program('tsc'), ['-b', AREA, '--pretty', 'false']);
  return output.split('\n').filter((line) => line.startsWith(`${AREA}/`));
}

async function publish(): Promise<void> {
  const gateway = await startGateway(path.join(copy.folder, 'gateway'));
  try {
    const { TOLLGATE_ACCESS_TOKEN: token = '' } = gateway.environment;
    const signed = { authorization: `Bearer ${token}`, 'new-api-user': '1' };
    const area = (...rest: string[]) => run(process.execPath, [tollgate, 'area', ...rest], environment);
    const environment: Record<string, string> = { ...gateway.environment };
    const [pem = '', public_key = ''] = well(await area('keygen'))
      .trim()
      .split('Public key to register: ');
    writeFileSync(path.join(copy.folder, 'ci.pem'), pem);
    await post(`${gateway.url}/api/console/publish-keys`, { name: 'ci', public_key }, signed);
    const made = await post(`${gateway.url}/api/console/areas/${NAME}/tokens`, { name: 'ci' }, signed);
    environment.TOLLGATE_PUBLISH_TOKEN = (made.data as { token: string }).token;
    environment.TOLLGATE_SIGNING_KEY = path.join(copy.folder, 'ci.pem');

    well(await area('doctor', AREA));
    const [, buildId = ''] = /Published build (\w+)/.exec(well(await area('publish', AREA))) ?? [];
    well(await area('promote', NAME, buildId));
    const registry = (await (await fetch(`${gateway.url}/api/console/registry`)).json()) as Registry;
    const served = registry.areas.find(({ id }) => id === NAME);
    expect(served).toMatchObject({ state: 'on', why: 'stable', active: { buildId } });
    const entry = await fetch(gateway.url + served?.active.entry.url);
    expect([entry.status, entry.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
  } finally {
    await gateway.stop();
  }
}

interface Registry {
  areas: { id: string; active: { entry: { url: string } } }[];
}

/** Returns the output of a program; it must have succeeded. */
function well({ code, output }: Outcome): string {
  expect(code, output).toBe(0);
  return output;
}
