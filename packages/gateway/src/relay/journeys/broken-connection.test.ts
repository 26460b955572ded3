import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';

let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab();
  lab.upstream.script = (_, response) => void response.socket?.destroy();
});
afterAll(() => lab.close());

test('an error hides the codes of the HTTP client when an upstream breaks the connection', async () => {
  const refused = await lab.chat();
  expect(refused.status).toBe(502);
  const body = await refused.json();
  expect(body).toMatchObject({ error: { type: 'upstream_error', code: 'upstream_failed', param: '' } });
  expect(JSON.stringify(body)).not.toContain('UND_ERR');
});

test('the recorded attempt names the code of the HTTP client when an upstream breaks the connection', async () => {
  const id = (await lab.chat()).headers.get('x-oneapi-request-id');
  const attempts = lab.ctx.logDb.selectFrom('attempts').select('error_class').where('request_id', '=', id);
  const classes = async () => (await attempts.execute()).map(({ error_class }) => error_class);
  await expect.poll(classes).toContain('UND_ERR_SOCKET');
});
