import { expect, test } from 'vitest';
import { type BuildStats, findPageFiles } from './page-files.ts';

/** A build whose only chunk holds the module and is loaded lazily. */
function buildOf(module: string): BuildStats {
  const chunk = { files: ['page.js', 'page.css', 'page.js.map'], groupsIterable: [] as never[] };
  const group = { isInitial: () => false, chunks: [chunk] };
  chunk.groupsIterable = [group] as never[];
  const modules = [{ nameForCondition: () => module, identifier: () => module }];
  return { compilation: { chunks: [chunk], chunkGraph: { getChunkModules: () => modules } } };
}

test.each(['/home/me/tollgate', '/usr/src/app', '/src/src/src'])(
  'findPageFiles finds a page below %s',
  (root) => {
    const stats = buildOf(`${root}/mfe-logs/src/usage-log/page.tsx`);
    expect(findPageFiles(stats, { '/log': 'usage-log/page.tsx' })).toEqual({
      '/log': ['page.css', 'page.js'],
    });
  },
);

test('findPageFiles rejects a page that is not imported lazily', () => {
  const stats = buildOf('/home/me/tollgate/mfe-logs/src/other.tsx');
  expect(() => findPageFiles(stats, { '/log': 'usage-log/page.tsx' })).toThrow('not imported lazily');
});
