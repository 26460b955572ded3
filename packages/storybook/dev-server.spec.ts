import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect, test } from '@playwright/test';

// The command of the README. The other tests look at the built Storybook, which may draw what this server does not.
test.setTimeout(240_000);

const START_MS = 180_000;
const run = path.resolve(import.meta.dirname, '../tooling/run.mjs');

let server: ChildProcess;
let url: string;
test.beforeAll(async () => {
  test.setTimeout(START_MS);
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  // A group of its own: the command starts the server as a child of a child.
  server = spawn(process.execPath, [run, 'storybook', '-p', String(port), '--ci'], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    detached: true,
    stdio: 'ignore',
  });
  await expect
    .poll(
      () =>
        fetch(`${url}/index.json`).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: START_MS },
    )
    .toBe(true);
});
test.afterAll(() => {
  if (server.pid && server.exitCode === null) process.kill(-server.pid, 'SIGTERM');
});

test('the development server of Storybook draws stories, also after a reload', async ({ page }) => {
  const missing: string[] = [];
  page.on('response', (response) => response.status() === 404 && missing.push(response.url()));
  const button = page.frameLocator('#storybook-preview-iframe').getByRole('button').first();
  const { entries } = (await (await fetch(`${url}/index.json`)).json()) as {
    entries: Record<string, { title: string }>;
  };
  for (const title of ['Form/Forms', 'Data/Peek']) {
    const [id] = Object.entries(entries).find(([, story]) => story.title === title) ?? [];
    await page.goto(`${url}/?path=/story/${id}`);
    await expect(button).toBeVisible({ timeout: 120_000 });
    await page.reload();
    await expect(button).toBeVisible({ timeout: 60_000 });
  }
  expect(missing).toEqual([]);
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
