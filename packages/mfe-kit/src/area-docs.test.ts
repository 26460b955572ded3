import { expect, test } from 'vitest';
import { areaDocsFile, renderArea, renderAreaDocs } from './area-docs.ts';

test('docs/areas.md matches the manifests; -u rewrites it', async () => {
  await expect(await renderAreaDocs()).toMatchFileSnapshot(areaDocsFile);
});

test('an area section lists only what the area has', () => {
  const routes = [{ path: '/billing', access: 'user' as const, title: 'list.title' }];
  expect(renderArea('billing', { routes, nav: [] })).toBe(
    '## billing\n\n- Owner: none\n- Pages: `/billing` (user)\n',
  );
  const owners = { team: 'Money', contact: 'money@example.com' };
  const full = renderArea('billing', {
    owners,
    routes,
    nav: [],
    events: { emits: ['data.changed/v1'], listens: [] },
  });
  expect(full).toContain('- Owner: Money, money@example.com\n');
  expect(full).toContain('- Tells: `data.changed/v1`\n');
});
