import { configure } from '@testing-library/react';
import { useData } from '@tollgate/api-client';
import { createAreaContext, useArea, useReadable } from '@tollgate/console-sdk';
import { createMockHost } from '@tollgate/console-sdk/testing';
import type { NavIcon } from '@tollgate/contract';
import { listTokens } from '@tollgate/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { manifestFaults } from './check-files.ts';
import { checkChanges, checkState, findCrash, leftoversOf } from './check-page.tsx';
import { asOldest, SINCE, withoutLevel } from './host-api-levels.ts';
import { planted, Title } from './planted-area.tsx';

// Timeouts wait this long, because a machine that runs everything at once is slow.
configure({ asyncUtilTimeout: 4000 });
vi.setConfig({ testTimeout: 60_000 });

function Crashing(): never {
  throw new Error('no rows');
}

function Silent() {
  useData(listTokens, {});
  return <Title />;
}

function Broken(): ReactNode {
  throw new Error('no such field');
}

function Untranslated() {
  const { t } = useTranslation('area.logs');
  return <h1>{t('log.no-such-text')}</h1>;
}

function Reborn() {
  const theme = useReadable(useArea().theme);
  return <Title key={theme} />;
}

function Monolingual() {
  const [first] = useState('Usage log');
  return <h1>{first}</h1>;
}

function Messy() {
  useEffect(() => {
    window.addEventListener('resize', () => {});
    setInterval(() => {}, 60_000);
  }, []);
  return <Title />;
}

function Titled() {
  const { ui } = useArea();
  ui.setTitle('x');
  return <Title />;
}

test('a page that meets the contract passes', async () => {
  const subject = planted(<Title />);
  await checkState(subject, '/log', 'failed');
  await checkChanges(subject, '/log');
  expect(await leftoversOf(subject, '/log')).toEqual([]);
});

test('a page that hides a failed list is reported', async () => {
  await expect(checkState(planted(<Silent />), '/log', 'failed')).rejects.toThrow('does not show');
});

test('a page that crashes is reported', async () => {
  await expect(checkState(planted(<Broken />), '/log', 'empty')).rejects.toThrow('no such field');
});

test('a missing text is reported', async () => {
  await expect(checkState(planted(<Untranslated />), '/log', 'empty')).rejects.toThrow('log.no-such-text');
});

test('a page that remounts on a theme change is reported', async () => {
  await expect(checkChanges(planted(<Reborn />), '/log')).rejects.toThrow('remounted');
});

test('a page that ignores a language change is reported', async () => {
  await expect(checkChanges(planted(<Monolingual />), '/log')).rejects.toThrow('language');
});

test('remaining listeners and intervals are reported', async () => {
  expect(await leftoversOf(planted(<Messy />), '/log')).toEqual([
    '1 × listener of window: resize',
    'interval of 60000 ms',
  ]);
});

test('a page that throws when it is shown fails with its own error, without waiting', async () => {
  const subject = planted(<Crashing />);
  const started = performance.now();
  await expect(checkState(subject, '/log', 'failed')).rejects.toThrow('no rows');
  expect(await findCrash(subject, '/log')).toMatchObject({ message: 'no rows' });
  expect(await findCrash(planted(<Title />), '/log')).toBeUndefined();
  expect(performance.now() - started).toBeLessThan(3000);
});

test('a page that disagrees with its manifest is reported', () => {
  const faults = manifestFaults({
    ...planted(<Title />),
    source: {
      routes: [{ path: '/logs', access: 'admin', title: 'log.title' }],
      nav: [
        {
          id: 'log',
          to: '/logs',
          label: 'log.title',
          icon: 'list',
          section: 'console',
          order: 1,
          access: 'user',
        },
        {
          id: 'gone',
          to: '/gone',
          label: 'log.title',
          icon: 'rocket' as NavIcon,
          section: 'console',
          order: 2,
          access: 'user',
        },
      ],
    },
  });
  expect(faults).toEqual([
    'area.tsx does not draw /logs.',
    'area.manifest.ts does not name /log.',
    'area.manifest.ts does not say whom to ask: owners.',
    'The menu entry gone leads to /gone, which is no page of this area.',
    expect.stringContaining('The menu entry gone has the icon rocket, which no shell has. Icons are branch'),
    'The menu entry log is shown to people who may not open its page.',
  ]);
});

test('a page that uses more than its declared host API version is reported', async () => {
  SINCE['ui.setTitle'] = '9.0';
  try {
    await expect(checkState(planted(<Titled />), '/log', 'empty')).rejects.toThrow('setTitle');
  } finally {
    SINCE['ui.setTitle'] = '1.0';
  }
});

test('every member of the context has a host API version', () => {
  const host = createMockHost({}, () => {});
  const ctx = createAreaContext(host, { id: 'logs', buildId: 'mock', version: '0.0.0' });
  expect(withoutLevel(ctx)).toEqual([]);
  expect(asOldest(ctx, '^1.0').area.id).toBe('logs');
});
