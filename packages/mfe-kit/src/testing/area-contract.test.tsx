import { configure } from '@testing-library/react';
import { useData } from '@tollgate/api-client';
import { createAreaContext, useArea, useReadable } from '@tollgate/console-sdk';
import { createMockHost } from '@tollgate/console-sdk/testing';
import { listTokens } from '@tollgate/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { manifestFaults } from './check-files.ts';
import { checkChanges, checkWeather, leftoversOf } from './check-page.tsx';
import { asOldest, SINCE, withoutLevel } from './host-api-levels.ts';
import { planted, Title } from './planted-area.tsx';

// A machine that runs everything at once is slow; what is silent is waited for this long.
configure({ asyncUtilTimeout: 4000 });
vi.setConfig({ testTimeout: 60_000 });

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

test('a page that keeps the contract passes', async () => {
  const subject = planted(<Title />);
  await checkWeather(subject, '/log', 'failed');
  await checkChanges(subject, '/log');
  expect(await leftoversOf(subject, '/log')).toEqual([]);
});

test('a page that says nothing when a list cannot be loaded is found', async () => {
  await expect(checkWeather(planted(<Silent />), '/log', 'failed')).rejects.toThrow('does not say');
});

test('a page that breaks is found', async () => {
  await expect(checkWeather(planted(<Broken />), '/log', 'empty')).rejects.toThrow('no such field');
});

test('a text that is missing is found', async () => {
  await expect(checkWeather(planted(<Untranslated />), '/log', 'empty')).rejects.toThrow('log.no-such-text');
});

test('a page that begins anew when the theme changes is found', async () => {
  await expect(checkChanges(planted(<Reborn />), '/log')).rejects.toThrow('mounted anew');
});

test('a page that stays in one language is found', async () => {
  await expect(checkChanges(planted(<Monolingual />), '/log')).rejects.toThrow('language');
});

test('listeners and intervals that stay are found', async () => {
  expect(await leftoversOf(planted(<Messy />), '/log')).toEqual([
    '1 × listener of window: resize',
    'interval of 60000 ms',
  ]);
});

test('a page and its manifest that do not agree are found', () => {
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
          icon: 'list',
          section: 'console',
          order: 2,
          access: 'user',
        },
      ],
    },
  });
  expect(faults).toEqual([
    'area.manifest.ts does not say whom to ask: owners.',
    'area.tsx does not draw /logs.',
    'area.manifest.ts does not name /log.',
    'The menu entry gone leads to /gone, which is no page of mfe-logs.',
    'The menu entry log is shown to people who may not open its page.',
  ]);
});

test('a page that uses what a host of the version that it asks for does not have is found', async () => {
  SINCE['ui.setTitle'] = '9.0';
  try {
    await expect(checkWeather(planted(<Titled />), '/log', 'empty')).rejects.toThrow('setTitle');
  } finally {
    SINCE['ui.setTitle'] = '1.0';
  }
});

test('every member of the context says since which host API it is there', () => {
  const host = createMockHost({}, () => {});
  const ctx = createAreaContext(host, { id: 'logs', buildId: 'mock', version: '0.0.0' });
  expect(withoutLevel(ctx)).toEqual([]);
  expect(asOldest(ctx, '^1.0').area.id).toBe('logs');
});
