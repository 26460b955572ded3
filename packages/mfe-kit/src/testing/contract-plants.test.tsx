import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { configure } from '@testing-library/react';
import { useArea } from '@tollgate/console-sdk';
import { useLocation } from '@tollgate/ui/router';
import { useEffect } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { clashes, findReach } from '../source-faults.ts';
import { areaFolder } from '../workspace.ts';
import { checkFault } from './check-faults.ts';
import { buildFaults } from './check-files.ts';
import { checkState, leftoversOf, pageFaults } from './check-page.tsx';
import { setupFaults } from './check-setup.ts';
import { compile } from './old-types.ts';
import { planted, Title } from './planted-area.tsx';

configure({ asyncUtilTimeout: 4000 });
vi.setConfig({ testTimeout: 60_000 });

function WithoutNames() {
  return (
    <>
      <Title />
      <input type="text" />
      {/* biome-ignore lint/a11y/useAltText: this is what is to be found */}
      <img src="data:," />
    </>
  );
}

function Named() {
  return (
    <>
      <Title />
      <label>
        Name <input type="text" />
      </label>
      <a href="/log">Usage log</a> <a href="https://docs.example">Documentation</a>
    </>
  );
}

function HostNamed() {
  return (
    <>
      <Title />
      <a href={`${window.location.origin}/log`}>Usage log</a>
    </>
  );
}

function Complaining() {
  useEffect(() => console.error('a prop is not what it should be'), []);
  return <Title />;
}

function Changing() {
  const { ui } = useArea();
  Object.assign(ui, { setTitle: () => {} });
  return <Title />;
}

function Listening() {
  const { events, theme } = useArea();
  useEffect(() => {
    events.on('data.changed/v1', () => {});
    theme.subscribe(() => {});
  }, [events, theme]);
  return <Title />;
}

/** Drops the query of the address, like a page that redirects to its default state. */
function Forgetful() {
  const { search } = useLocation();
  useEffect(() => window.history.replaceState(null, '', '/log'), []);
  return search ? <Title /> : null;
}

test('an element without an accessible name is reported', async () => {
  expect(await pageFaults(planted(<Named />), '/log')).toEqual([]);
  expect(await pageFaults(planted(<WithoutNames />), '/log')).toEqual([
    expect.stringContaining('image-alt'),
    expect.stringContaining('label'),
  ]);
});

test("a link that contains the console's host is reported", async () => {
  expect(await pageFaults(planted(<HostNamed />), '/log')).toEqual([
    `${window.location.origin}/log names the host of the console`,
  ]);
});

test('console output of a page is reported', async () => {
  await expect(checkState(planted(<Complaining />), '/log', 'empty')).rejects.toThrow('a prop is not what');
});

test('a page that changes shared state is reported', async () => {
  await expect(checkState(planted(<Changing />), '/log', 'empty')).rejects.toThrow(/read.only|Cannot assign/);
});

test('remaining listeners of the console are reported', async () => {
  expect(await leftoversOf(planted(<Listening />), '/log')).toEqual([
    '1 × listener of the event data.changed/v1',
    '1 × listener of theme',
  ]);
});

test('leftovers of a set-up and a set-up that cannot run twice are reported', () => {
  const { area, ...rest } = planted(<Title />);
  const setup = ({ events }: Parameters<NonNullable<typeof area.setup>>[0]) => {
    events.on('session.ended/v1', () => {});
    return undefined;
  };
  expect(setupFaults({ ...rest, area: { ...area, setup } })).toEqual([
    '2 × listener of the event session.ended/v1',
  ]);
  let isSetUp = false;
  const once = () => {
    if (isSetUp) throw new Error('already set up');
    isSetUp = true;
    return undefined;
  };
  expect(() => setupFaults({ ...rest, area: { ...area, setup: once } })).toThrow('already set up');
});

test('pages and menu entries of other areas, of the shell and outside the router are reported', async () => {
  const { id, source } = planted(<Title />);
  const routes = [{ path: '/login', access: 'public' as const, title: 'log.title' }];
  expect(await clashes('unknown', source)).toEqual([
    '/log belongs to the area logs.',
    'The area logs has a menu entry log too.',
  ]);
  expect(await clashes(id, { ...source, routes })).toContainEqual(
    expect.stringContaining('/login belongs to the shell'),
  );
  expect(findReach('a.tsx', "document.title = 'x'; history.pushState(null, '', '/')")).toHaveLength(2);
  expect(findReach('a.css', 'body { margin: 0 }')).toHaveLength(1);
});

test('a build that differs from its manifest and one that is too large are reported', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'build-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, 'entry.js'), randomBytes(150_000));
  expect(buildFaults({ folder, manifest: {} })).toContain(
    'area.manifest.json: schema is missing. It must be 1.',
  );
  expect(buildFaults({ folder, manifest: manifestOf('entry.js') })).toEqual([
    'FILE_HASH entry.js is not what the manifest says',
    expect.stringContaining('HOST_API the build wants ^9.0'),
    expect.stringMatching(/^BUDGET entry weighs 1\d\d\.\d kB, allowed are 18$/),
  ]);
});

test('use of an API newer than the declared host API is reported by the compiler', async () => {
  const folder = path.join(areaFolder('logs'), '.tsc/planted');
  mkdirSync(path.join(folder, 'src'), { recursive: true });
  const write = (use: string) =>
    writeFileSync(
      path.join(folder, 'src/area.tsx'),
      `import type { AreaContext } from '@tollgate/console-sdk';\nexport const use = (ctx: AreaContext) => ${use};\n`,
    );
  write("ctx.events.on('data.changed/v1', () => {})");
  expect(await compile(folder, '1.1')).toEqual([]);
  write("ctx.events.on('data.changed/v1', () => {}, { replay: true })");
  expect(await compile(folder, '1.1')).toEqual([expect.stringContaining('TS2554')]);
});

test('an area that returns at another address than the saved one is reported', async () => {
  await expect(checkFault(planted(<Forgetful />), 'gets a 404 response')).rejects.toThrow('Of the address');
  await checkFault(planted(<Title />), 'gets a 404 response');
});

function manifestOf(file: string): object {
  const ref = {
    url: `/assets/areas/logs/0123456789/${file}`,
    integrity: `sha384-${'A'.repeat(64)}`,
    bytes: 8,
  };
  return {
    schema: 1,
    id: 'logs',
    buildId: '0123456789',
    version: '0.1.0',
    builtAt: '2026-01-01T00:00:00.000Z',
    container: 'area_logs__0123456789',
    entry: ref,
    exposes: { './area': { js: [], css: [] } },
    compat: { hostApi: '^9.0', bom: {} },
    owners: { team: 'Logs', contact: 'logs@example.com' },
    contributes: { routes: [], nav: [] },
    i18n: { files: { zh: ref, en: ref }, texts: { zh: {}, en: {} } },
    css: [],
    files: [{ path: file, integrity: ref.integrity, bytes: 8 }],
  };
}
