import { render, screen } from '@testing-library/react';
import { MemoryRouter } from '@tollgate/ui/router';
import { afterEach, expect, test, vi } from 'vitest';
import { makeArea } from '../testing/make-area.ts';
import { DegradedArea } from './degraded-area.tsx';

const area = makeArea('logs', [{ path: '/log', access: 'user', title: 'Usage log' }]);
const entry = { url: 'http://127.0.0.1:3104/remoteEntry.js', integrity: '', bytes: 0 };
const active = {
  buildId: 'dev',
  version: 'dev',
  container: 'area_logs__dev',
  entry,
  preload: [],
  i18n: { zh: entry, en: entry },
};

afterEach(() => vi.unstubAllGlobals());

test('an area from a development server shows what it threw, with the places in its sources', async () => {
  const requests: unknown[] = [];
  vi.stubGlobal('fetch', async (url: URL, { body }: { body: string }) => {
    requests.push(url.href, body);
    return new Response('Error: no rows\n    at List (src/list.tsx:3:5)');
  });
  show('dev');
  expect(await screen.findByText(/src\/list\.tsx:3:5/)).toBeTruthy();
  expect(requests).toEqual(['http://127.0.0.1:3104/stack', expect.stringContaining('no rows')]);
});

test('users of any other build see no stack', async () => {
  show('stable');
  await screen.findByTestId('area-degraded');
  expect(document.body.textContent).not.toContain('no rows');
});

function show(why: 'dev' | 'stable') {
  const error = new Error('AREA', { cause: new Error('no rows') });
  render(
    <MemoryRouter>
      <DegradedArea
        area={{ ...area, why, active }}
        error={error}
        isRetrying={false}
        onRetry={() => {}}
        onNews={() => {}}
      />
    </MemoryRouter>,
  );
}
