import { afterAll, beforeAll, expect, test, vi } from 'vitest';

/** The contract as it is once the console has another language. Test files share modules: all are loaded again. */
async function loadContract() {
  vi.resetModules();
  const { languages } = await import('../languages.ts');
  (languages as unknown as string[]).push('xx');
  return import('../index.ts');
}

let contract: Awaited<ReturnType<typeof loadContract>>;
beforeAll(async () => {
  contract = await loadContract();
});
afterAll(() => {
  vi.resetModules();
});

const later = 'xx' as 'en';
const fileOf = (language: string) => ({
  url: `/assets/areas/logs/0123456789/${language}.js`,
  integrity: `sha384-${'A'.repeat(64)}`,
  bytes: 1,
});
const i18n = {
  files: { zh: fileOf('zh'), en: fileOf('en') },
  texts: { zh: { title: '日志' }, en: { title: 'Log' } },
};
const manifest = {
  schema: 1,
  id: 'logs',
  buildId: '0123456789',
  version: '0.1.0',
  builtAt: '2026-11-20T00:00:00.000Z',
  container: 'area_logs__0123456789',
  entry: fileOf('entry'),
  exposes: { './area': { js: [], css: [] } },
  compat: { hostApi: '^1.0' },
  contributes: { routes: [{ path: '/log', access: 'user', title: 'title' }], nav: [] },
  i18n,
  css: [],
};

test('a build from before a language was added is accepted, and shown in English', () => {
  const { files, texts } = contract.areaManifest.parse(manifest).i18n;
  expect(files && contract.inLanguage(files, later)).toEqual(fileOf('en'));
  expect(contract.inLanguage(texts, later)).toEqual({ title: 'Log' });
});

test('a build with an added language keeps its texts, and is shown in it', () => {
  const all = { files: { ...i18n.files, xx: fileOf('xx') }, texts: { ...i18n.texts, xx: { title: 'Xx' } } };
  const { files, texts } = contract.areaManifest.parse({ ...manifest, i18n: all }).i18n;
  expect(files && contract.inLanguage(files, later)).toEqual(fileOf('xx'));
  expect(contract.inLanguage(texts, later)).toEqual({ title: 'Xx' });
});
