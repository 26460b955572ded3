import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { serveHtmlFrame } from './html-frame.ts';

test('the page for foreign HTML has an opaque origin and runs only its own script', async () => {
  const app = Fastify();
  serveHtmlFrame(app);
  const { body, headers } = await app.inject('/embed/frame.html');
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/^sandbox (?!.*allow-same-origin)/);
  expect(policy).toContain("default-src 'none'");
  const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(body) ?? [];
  const hash = createHash('sha256').update(script).digest('base64');
  expect(policy).toContain(`script-src 'sha256-${hash}'`);
  expect(body).toContain(`script-src 'sha256-${hash}'`);
  expect(policy).toContain("frame-ancestors 'self'");
});
