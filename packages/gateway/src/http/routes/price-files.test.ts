import { gzipSync } from 'node:zlib';
import { reviewPrices } from '@tollgate/contract';
import { pricingRuns } from '@tollgate/pricing/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { anyPriceText } from '../../testing/price-files.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

// `PRICING=1` sends 10,000 files.
test('a hostile file is refused with a sentence or compared, and never fails the server', async () => {
  const before = [...app.ctx.options.current.ModelRatio];
  const send = fc.asyncProperty(anyPriceText, fc.boolean(), async (text, isPacked) => {
    const content = isPacked ? { gzip: gzipSync(text).toString('base64') } : { text };
    const sources = [{ kind: 'upload' as const, name: 'list.json', ...content }];
    const { status, body } = await app.as('root').call(reviewPrices, { sources });
    expect(status).toBe(200);
    if (!body.success) expect(['price_source_unreadable', 'invalid_input']).toContain(body.code);
  });
  await fc.assert(send, pricingRuns());
  expect([...app.ctx.options.current.ModelRatio]).toEqual(before);
}, 600_000);
