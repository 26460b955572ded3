/** One violation of each import rule: the violating file and its content. */
export const plantedImports: Record<string, { file: string; source: string }> = {
  resolvable: { file: 'shell/src/lost.ts', source: "import './nowhere.ts';" },
  'files-by-name': { file: 'shell/src/vague.ts', source: "import './ok';" },
  'no-cycles': { file: 'shell/src/a.ts', source: "import './b.ts';" },
  'tests-stay-out': { file: 'shell/src/helped.ts', source: "import './logs.fixtures.ts';" },
  'areas-stand-alone': { file: 'mfe-logs/src/neighbour.ts', source: "import '../../mfe-user/src/ok.ts';" },
  'shell-loads-areas-at-run-time': {
    file: 'shell/src/eager.ts',
    source: "import '../../mfe-logs/src/ok.ts';",
  },
  'packages-know-no-app': {
    file: 'packages/console-sdk/src/up.ts',
    source: "import '../../../shell/src/ok.ts';",
  },
  'no-package-imports-the-gateway': {
    file: 'packages/bench/src/inside.ts',
    source: "import '@tollgate/gateway';",
  },
  'packages-by-front-door': {
    file: 'mfe-logs/src/back-door.ts',
    source: "import '../../packages/ui/src/ok.ts';",
  },
  'contract-is-pure': { file: 'packages/contract/src/impure.ts', source: "import 'node:fs';" },
  'federation-is-pure': { file: 'packages/federation/src/impure.ts', source: "import 'react';" },
  'pricing-is-pure': { file: 'packages/pricing/src/impure.ts', source: "import '@tollgate/contract';" },
  'ui-knows-no-api': { file: 'packages/ui/src/fetching.ts', source: "import '@tollgate/contract';" },
  'arco-only-in-ui': { file: 'mfe-logs/src/own-arco.ts', source: "import '@arco-design/web-react';" },
  'router-only-in-ui': { file: 'mfe-logs/src/own-router.ts', source: "import 'react-router-dom';" },
  'cache-by-api-client': { file: 'mfe-logs/src/own-cache.ts', source: "import 'swr';" },
  'zod-mini-in-the-browser': { file: 'packages/contract/src/full-zod.ts', source: "import 'zod';" },
  'http-calls-services': {
    file: 'http/routes/sql.ts',
    source: "import '../../modules/users/repository/ok.ts';",
  },
  'modules-know-no-http': { file: 'modules/users/web.ts', source: "import '../../http/ok.ts';" },
  'repositories-know-sql-alone': {
    file: 'modules/users/repository/clever.ts',
    source: "import '../ok.ts';",
  },
  'sql-in-repositories': { file: 'modules/users/sql.ts', source: "import { sql } from 'kysely';" },
  'core-is-the-floor': { file: 'core/up.ts', source: "import '../modules/users/ok.ts';" },
  'steps-meet-in-relay': { file: 'relay/steps/reserve.ts', source: "import './ok.ts';" },
  'providers-are-pure': { file: 'relay/providers/nosy.ts', source: "import '../../modules/users/ok.ts';" },
  'providers-by-registry': { file: 'relay/relay.ts', source: "import './providers/ok.ts';" },
  'ledger-by-front-door': { file: 'modules/users/pay.ts', source: "import '../../ledger/ok.ts';" },
  'only-net-dials-out': { file: 'modules/users/dial.ts', source: "import { request } from 'node:https';" },
};

/** Near misses that must pass, so that a rule that forbids everything is noticed too. */
export const plantedLawful: Record<string, string> = {
  'modules/users/typed.ts':
    "import type { IncomingMessage } from 'node:http'; import type { Kysely } from 'kysely';",
  'net/outbound.ts': "import 'undici'; import 'node:net';",
  'relay/steps/dispatch.ts': "import '../providers/registry.ts'; import '../../ledger/index.ts';",
  'packages/contract/src/mini.ts': "import * as z from 'zod/mini';",
  'mfe-logs/src/polite.ts': "import '@tollgate/ui'; import '@tollgate/contract';",
};

/** What the planted files import. */
export const plantedSurroundings: Record<string, string> = {
  'shell/src/ok.ts': '',
  'shell/src/b.ts': "import './a.ts';",
  'shell/src/logs.fixtures.ts': '',
  'mfe-logs/src/ok.ts': '',
  'mfe-user/src/ok.ts': '',
  'packages/ui/src/ok.ts': '',
  'modules/users/repository/ok.ts': '',
  'http/ok.ts': '',
  'modules/users/ok.ts': '',
  'relay/steps/ok.ts': '',
  'relay/providers/ok.ts': '',
  'relay/providers/registry.ts': '',
  'ledger/ok.ts': '',
  'ledger/index.ts': '',
};

/** One violation of each source rule, and one similar valid file. */
export const plantedSources: Record<string, { file: string; source: string; lawful: string }> = {
  'fetch-only-in-net': {
    file: 'modules/users/a.ts',
    source: 'export const page = await fetch(url);',
    lawful: "// fetch(url)\nexport const text = 'fetch(url)'; cache.fetch(key);",
  },
  'no-http-facade': {
    file: 'http/a.ts',
    source: "import { createServer } from 'node:http';",
    lawful: "import type { Server } from 'node:http';",
  },
  'no-guessable-secrets': {
    file: 'modules/users/b.ts',
    source: 'export const code = Math.random().toString(36);',
    lawful: 'export const most = Math.max(1, 2);',
  },
  'functions-stay-young': {
    file: 'relay/s.ts',
    source: 'call.onStart = () => resume(call);',
    lawful:
      'const onStart = () => resume(call); call.onStart = onStart; send({ ...call, onEnd: () => end(call) });',
  },
  'no-raw-html': {
    file: 'mfe-logs/src/c.tsx',
    source: 'export const Note = () => <p dangerouslySetInnerHTML={{ __html: note }} />;',
    lawful: 'export const Note = () => <p title="innerHTML">{note}</p>;',
  },
  'no-literal-text': {
    file: 'mfe-logs/src/g.tsx',
    source: 'export const Note = () => <p className="note">Saved {count}</p>;',
    lawful:
      'export const Note = () => <p className="note" title={t("x")}>{t("y")} · <kbd>Esc</kbd> <code>GET /v1</code><input placeholder="https://" /></p>;',
  },
  'works-without-tls': {
    file: 'mfe-logs/src/j.ts',
    source: 'export const id = crypto.randomUUID();',
    lawful: 'export const bytes = crypto.getRandomValues(new Uint8Array(16)); copy(text);',
  },
  'only-the-ledger-writes-money': {
    file: 'modules/users/d.ts',
    source: "await db.updateTable('account').set({ balance: 1 }).execute();",
    lawful: "await db.selectFrom('account').execute(); await db.updateTable('accounting').execute();",
  },
  'channel-requests-name-a-proxy': {
    file: 'modules/users/p.ts',
    source: "await ctx.outbound.request('channel', url, { headers });",
    lawful: 'await requestChannel(ctx.outbound, channel, url, { headers });',
  },
  'access-ends-together': {
    file: 'modules/users/h.ts',
    source: 'await sessions.endOthers(tx, id, null);',
    lawful: 'await endAccess(tx, id); await sessions.end(tx, secret);',
  },
  'no-static-arco-calls': {
    file: 'shell/src/e.tsx',
    source: "Message.success('saved');",
    lawful: "toast.success('saved');",
  },
  'routes-only-by-serve': {
    file: 'http/routes/f.ts',
    source: "app.get('/api/secret', answer);",
    lawful: 'serve(listChannels, channels.list); options.get(name);',
  },
  'long-reads-elsewhere': {
    file: 'modules/usage/export-usage.ts',
    source: 'export const rows = await queries.list(ctx.logDb, filter, page);',
    lawful: 'export const rows = await queries.list(ctx.logReader, filter, page);',
  },
  'foreign-json-is-bounded': {
    file: 'relay/providers/i.ts',
    source: 'export const event = JSON.parse(data);',
    lawful: "export const event = parseText(data); JSON.stringify(event); cache.parse('JSON.parse(data)');",
  },
};

/** Styles of an area next to a shell with `.taken`. */
export const plantedStyles: { css: string; isLawful: boolean }[] = [
  { css: '.planted .arco-btn { padding: 0 }', isLawful: false },
  { css: '@media (width < 400px) { .planted:has(> .tg-record) { padding: 0 } }', isLawful: false },
  { css: '.planted .taken { padding: 0 }', isLawful: false },
  { css: '.planted-arco-btn, .planted [data-tg-x] { padding: 0 } /* .arco-btn */', isLawful: true },
];
/** One violation of each limit on functions in biome.json, and one similar valid file. */
export const plantedFunctions: Record<string, { file: string; source: string; lawful: string }> = {
  useMaxParams: {
    file: 'modules/users/five.ts',
    source:
      'export const f = (a: unknown, b: unknown, c: unknown, d: unknown, e: unknown) => [a, b, c, d, e];',
    lawful: 'export const f = ({ a, b, c }: Call, d: unknown, e: unknown, f: unknown) => [a, b, c, d, e, f];',
  },
  noExcessiveLinesPerFunction: {
    file: 'modules/users/long.ts',
    source: functionOf(51),
    lawful: functionOf(50),
  },
};

function functionOf(lines: number): string {
  return `export function f(): void {\n${'  step();\n'.repeat(lines)}}`;
}

/**
 * A lockfile in which the gateway depends on `count` third-party packages: one directly, one through an aliased
 * workspace package, the rest through the first. Packages for other machines and for development do not count.
 */
export function plantedLockfile(count: number): string {
  const names = Array.from({ length: count - 2 }, (_, index) => `deep-${index}`);
  const list = (entries: string[], indent: string) => entries.map((entry) => `${indent}${entry}\n`).join('');
  return `lockfileVersion: '9.0'

importers:

  packages/gateway:
    dependencies:
      '@tollgate/contract':
        specifier: workspace:*
        version: link:../contract
      first:
        specifier: 'catalog:'
        version: 1.0.0(peer@1.0.0)
    devDependencies:
      developed:
        specifier: 'catalog:'
        version: 1.0.0

  packages/contract:
    dependencies:
      alias:
        specifier: npm:'@other/name'
        version: '@other/name@2.0.0'

packages:

  foreign@1.0.0:
    resolution: {integrity: sha512-x}
    cpu: [arm64]
    os: [darwin]

snapshots:

  '@other/name@2.0.0': {}

  developed@1.0.0: {}

  first@1.0.0(peer@1.0.0):
    dependencies:
${list(
  names.map((name) => `${name}: 1.0.0`),
  '      ',
)}    optionalDependencies:
      foreign: 1.0.0

  foreign@1.0.0: {}

${list(
  names.map((name) => `${name}@1.0.0: {}`),
  '  ',
)}`;
}
