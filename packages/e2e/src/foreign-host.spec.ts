import { execFile } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../..');
const BUILD_LIMIT_MS = 240_000;

let parent: string;
let server: Server;
let url: string;

test.beforeAll(async () => {
  test.setTimeout(BUILD_LIMIT_MS);
  const area = newestBuild('mfe-logs');
  const manifest = JSON.parse(readFileSync(path.join(area, 'mf-manifest.json'), 'utf8')) as {
    shared: { name: string }[];
  };
  parent = mkdtempSync(path.join(tmpdir(), 'foreign-host-'));
  const folder = path.join(parent, 'host');
  cpSync(path.resolve(import.meta.dirname, '../fixtures/hosts/foreign-host'), folder, { recursive: true });
  // A test asks no registry: the packages are those of the shell, which a host elsewhere installs.
  symlinkSync(path.join(root, 'shell/node_modules'), path.join(folder, 'node_modules'));
  const program = path.join(root, 'packages/e2e/node_modules/@rsbuild/core/bin/rsbuild.js');
  const names = manifest.shared.map(({ name }) => name);
  const imports = names.map((name) => `  '${name}': () => import('${name}'),\n`);
  writeFileSync(path.join(folder, 'src/shared.js'), `globalThis.sharedModules = {\n${imports.join('')}};\n`);
  const env = { ...process.env, SHARED: names.join() };
  await run(process.execPath, [program, 'build'], { cwd: folder, env });
  server = serve(path.join(folder, 'dist'), area);
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
test.afterAll(() => {
  server?.close();
  if (parent) rmSync(parent, { recursive: true, force: true });
});

test('a page that is not the shell mounts an area by its federation manifest', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  // There is no gateway: pages show that they load.
  await page.route('**/api/**', () => {});
  await page.goto(`${url}/task`);
  await expect(page.locator('section[data-area="logs"]').getByRole('heading', { level: 1 })).toBeVisible();
  expect(errors).toEqual([]);
  const copies = await page.evaluate(() => {
    const { __INSTANCES__ } = (globalThis as unknown as { __FEDERATION__: Federation }).__FEDERATION__;
    const [host] = __INSTANCES__;
    return Object.keys(host?.shareScopeMap.default?.react ?? {}).length;
  });
  expect(copies).toBe(1);
});

interface Federation {
  __INSTANCES__: { shareScopeMap: Record<string, Record<string, object>> }[];
}

function newestBuild(app: string): string {
  const builds = globSync(`${app}/dist/*/mf-manifest.json`, { cwd: root }).map((file) =>
    path.join(root, file),
  );
  const [newest] = builds.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  if (!newest) throw new Error(`${app} is not built. Run "npm run build" first.`);
  return path.dirname(newest);
}

/** The host's page at every address, its files, and the area below `/area`. */
function serve(host: string, area: string): Server {
  const types: Record<string, string> = { js: 'text/javascript', css: 'text/css', json: 'application/json' };
  return createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const file = pathname.startsWith('/area/')
      ? path.join(area, pathname.slice('/area/'.length))
      : path.join(host, pathname.startsWith('/static/') ? pathname : 'index.html');
    const body = readFileSync(file, { flag: 'r' });
    response
      .setHeader('content-type', types[path.extname(file).slice(1)] ?? 'text/html; charset=utf-8')
      .end(body);
  }).listen(0, '127.0.0.1');
}
