import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { handleErrors } from '../http/error-handler.ts';
import { registerConsole } from '../http/page.ts';

export const HASH = `sha384-${'A'.repeat(64)}`;
export const BUILD = '0123456789';

/** A root with a shell and one area, and a clock that does not move. */
export async function serveConsole(text: { title?: string } = {}) {
  const root = mkdtempSync(path.join(tmpdir(), 'console-'));
  mkdirSync(path.join(root, 'shell/dist'), { recursive: true });
  writeFileSync(path.join(root, 'shell/dist/index.html'), '<html><head></head><body></body></html>');
  const file = (name: string) => ({
    url: `/assets/shell/${name}.0123456789.js`,
    integrity: HASH,
    bytes: 1,
  });
  const shell = {
    schema: 1,
    version: '0.1.0',
    hostApi: '1.0.0',
    pages: { '/login': [file('login')], '/oauth/github': [] },
    kit: { data: [file('table'), file('common')], form: [file('common'), file('form')] },
  };
  writeFileSync(path.join(root, 'shell/dist/shell.manifest.json'), JSON.stringify(shell));
  writeManifest(root, { buildId: BUILD, ...text });
  writeFileSync(path.join(root, 'mfe-logs/dist', BUILD, 'entry.0123456789.js'), 'console;'.repeat(500));
  const clock = { nowMs: 0 };
  const app = Fastify();
  handleErrors(app);
  registerConsole(app, { root, now: () => clock.nowMs });
  return { app, root, clock };
}

export function writeManifest(
  root: string,
  {
    buildId,
    title = 'Usage log',
    builtAt = '2026-11-20T00:00:00.000Z',
    hostApi = '^1.0',
    routes = ['/log', '/plain', '/channel', '/channel/edit/:id', '/chat/*'],
  }: Record<'buildId', string> & { title?: string; builtAt?: string; hostApi?: string; routes?: string[] },
) {
  const asset = (name: string) => ({
    url: `/assets/areas/logs/${buildId}/${name}`,
    integrity: HASH,
    bytes: 1,
  });
  const folder = path.join(root, 'mfe-logs/dist', buildId);
  mkdirSync(folder, { recursive: true });
  const manifest = {
    schema: 1,
    id: 'logs',
    buildId,
    version: '0.1.0',
    builtAt,
    container: `area_logs__${buildId}`,
    entry: asset('entry.0123456789.js'),
    exposes: { './area': { js: [], css: [] } },
    pages: { '/log': [asset('page.0123456789.js')] },
    kit: { '/log': ['data', 'form', 'unknown'] },
    compat: { hostApi },
    contributes: {
      routes: routes.map((path) => ({ path, access: 'user', title: 'title' })),
      nav: [],
    },
    i18n: { files: { zh: asset('zh.js'), en: asset('en.js') }, texts: { zh: { title }, en: { title } } },
    css: [],
  };
  writeFileSync(path.join(folder, 'area.manifest.json'), JSON.stringify(manifest));
}
