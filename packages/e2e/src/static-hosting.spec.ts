import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { gatewayProgram } from '@tollgate/tooling/gateway-program';
import { expect, test } from './journey.ts';
import { freePort, type Product, startProduct } from './product.ts';
import { openSite, root } from './site.ts';

const program = gatewayProgram();

let product: Product;
let files: Server;
let site: string;
const foreign: string[] = [];

test.beforeAll(async ({ playwright }) => {
  const port = await freePort();
  site = `http://127.0.0.1:${port}`;
  product = await startProduct({ CONSOLE_ORIGINS: site });
  const request = await playwright.request.newContext();
  await openSite(product, request);
  await request.dispose();
  files = await serveFiles(port);
});
test.afterAll(async () => {
  files?.closeAllConnections();
  files?.close();
  await product?.stop();
});

test('a console on a static server signs in, reads and changes data at a gateway of another origin', async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/') && request.url().startsWith(site))
      foreign.push(request.url());
  });
  await page.goto(`${site}/login`);
  await page.locator('input[autocomplete="username"]').fill(root.username);
  await page.locator('input[type=password]').fill(root.password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));

  await page.goto(`${site}/token`);
  await page.getByRole('button', { name: 'Create token' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name', { exact: true }).fill('from a server of files');
  await form.getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByRole('row', { name: /from a server of files/ })).toBeVisible();
  expect(foreign.filter((url) => !url.includes('/api/console/registry'))).toEqual([]);
  expect(complaints).toEqual([]);
});

/** As in docs/guides/static-hosting.md: files, and the page with the registry and the API address. */
async function serveFiles(port: number): Promise<Server> {
  const registry = path.join(product.consoleDir, 'registry.json');
  await promisify(execFile)(process.execPath, [program, 'area', 'export-registry', registry], {
    env: { ...process.env, CONSOLE_DIR: product.consoleDir },
  });
  const inlined = readFileSync(registry, 'utf8').replaceAll('<', '\\u003c');
  const page = readFileSync(path.join(product.consoleDir, 'shell/dist/index.html'), 'utf8').replace(
    '</head>',
    () =>
      `<meta name="tollgate-api" content="${product.url}" /><script type="application/json" id="console-registry">${inlined}</script></head>`,
  );
  const server = createServer(({ url = '/' }, response) => {
    const pathname = url.split('?')[0] ?? '/';
    const file = fileOf(pathname);
    if (pathname === '/api/console/registry')
      response.writeHead(200, { 'content-type': 'application/json' }).end(readFileSync(registry));
    else if (file)
      response
        .writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'text/plain' })
        .end(readFileSync(file));
    else if (pathname.startsWith('/assets/') || pathname.startsWith('/api/')) response.writeHead(404).end();
    else
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy() })
        .end(page);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}

function fileOf(pathname: string): string | undefined {
  const [, kind, rest = ''] = /^\/assets\/(shell|areas)\/([\w./-]+)$/.exec(pathname) ?? [];
  if (!kind || rest.includes('..')) return undefined;
  const file =
    kind === 'shell'
      ? path.join(product.consoleDir, 'shell/dist', rest)
      : path.join(product.consoleDir, rest.replace(/^([\w-]+)\//, 'mfe-$1/dist/'));
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? file : undefined;
}

function policy(): string {
  return `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self' ${product.url}; require-trusted-types-for 'script'; trusted-types default`;
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
