import { createI18n } from '@tollgate/i18n';
import { afterEach, expect, test, vi } from 'vitest';
import type { AreaNotice } from './area-notice.ts';
import { watchPolicy, watchTexts } from './watch-areas.ts';
import { watchVitals } from './watch-vitals.ts';

const BUILD = '0123456789';
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.body.innerHTML = '';
});

function refuse(fields: Partial<SecurityPolicyViolationEvent>) {
  document.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), fields));
}

test('what the content policy refuses to a file of an area is reported once, with the host alone', () => {
  const notices: AreaNotice[] = [];
  stops.push(watchPolicy((notice) => notices.push(notice)));
  const file = `https://gate.example/assets/areas/logs/${BUILD}/static/js/a.js`;
  const refused = {
    sourceFile: file,
    blockedURI: 'https://tracker.example/ada?mail=ada@example.com',
    effectiveDirective: 'connect-src',
    lineNumber: 1,
    columnNumber: 20,
  };
  refuse(refused);
  refuse(refused);
  refuse({ ...refused, sourceFile: 'https://gate.example/assets/shell/main.js' });
  expect(notices).toEqual([
    {
      type: 'area.csp/v1',
      area: 'logs',
      buildId: BUILD,
      directive: 'connect-src',
      blocked: 'tracker.example',
      place: 'static/js/a.js:1:20',
    },
  ]);
});

test('a text that a build lacks is reported once, unless the page has another for it', () => {
  const notices: AreaNotice[] = [];
  const i18n = createI18n({ language: 'en' });
  i18n.addResourceBundle('en', `area.logs.${BUILD}`, { title: 'Log' });
  watchTexts(i18n, (notice) => notices.push(notice));
  const t = i18n.getFixedT(null, `area.logs.${BUILD}`);
  expect([t('title'), t('gone'), t('gone'), t('class.http', { defaultValue: 'http' })]).toEqual([
    'Log',
    'gone',
    'gone',
    'http',
  ]);
  i18n.getFixedT(null, 'common')('gone-too');
  expect(notices).toEqual([
    { type: 'area.text/v1', area: 'logs', buildId: BUILD, key: 'gone', language: 'en' },
  ]);
});

test('web vitals are reported for the area on screen when the page is hidden', () => {
  const observers = new Map<string, (entries: object[]) => void>();
  class FakeObserver {
    static supportedEntryTypes = ['largest-contentful-paint', 'layout-shift', 'event'];
    readonly #callback: (list: { getEntries: () => object[] }) => void;
    constructor(callback: (list: { getEntries: () => object[] }) => void) {
      this.#callback = callback;
    }
    observe({ type }: { type: string }) {
      observers.set(type, (entries) => this.#callback({ getEntries: () => entries }));
    }
    disconnect() {}
  }
  vi.stubGlobal('PerformanceObserver', FakeObserver);
  document.body.innerHTML = `<main><section data-area="logs" data-build="${BUILD}"></section></main>`;
  const notices: AreaNotice[] = [];
  stops.push(watchVitals((notice) => notices.push(notice)));
  observers.get('largest-contentful-paint')?.([{ startTime: 800 }, { startTime: 1200.4 }]);
  observers.get('layout-shift')?.([
    { startTime: 100, value: 0.02 },
    { startTime: 600, value: 0.03 },
    { startTime: 700, value: 0.9, hadRecentInput: true },
    { startTime: 9000, value: 0.01 },
  ]);
  observers.get('event')?.([
    { duration: 64, interactionId: 5 },
    { duration: 900 },
    { duration: 48, interactionId: 6 },
  ]);
  expect(notices).toEqual([]);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  const about = { type: 'area.vital/v1', area: 'logs', buildId: BUILD };
  expect(notices).toEqual([
    { ...about, name: 'LCP', value: 1200 },
    { ...about, name: 'INP', value: 64 },
    { ...about, name: 'CLS', value: 50 },
  ]);
});
