import { afterEach, expect, test, vi } from 'vitest';
import { LedgerUnavailable } from '../../ledger/index.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion } from '../../testing/upstream.ts';

/** Plausible for the body, and more than its hold. */
const usage = { prompt_tokens: 5000, completion_tokens: 40 };

let lab: RelayLab;
afterEach(() => lab?.close());

test('charges what the provider reported when the database was away at the end of the call', async () => {
  lab = await startRelayLab({ script: completion({ usage }) });
  const extend = vi.spyOn(lab.ctx.ledger, 'extend');
  const away = new LedgerUnavailable(new Error('connection refused'));
  extend.mockRejectedValueOnce(away).mockRejectedValueOnce(away);
  expect((await lab.chat()).status).toBe(200);
  expect(extend).toHaveBeenCalledTimes(3);
  const { rows } = await lab.booked();
  expect(rows).toMatchObject([{ billing_basis: 'upstream_usage', ...usage }]);
});

test('charges its own count at once when the balance does not cover the report', async () => {
  lab = await startRelayLab({ script: completion({ usage }) });
  const extend = vi.spyOn(lab.ctx.ledger, 'extend').mockResolvedValue('insufficient_user');
  expect((await lab.chat()).status).toBe(200);
  expect(extend).toHaveBeenCalledTimes(1);
  const { rows } = await lab.booked();
  expect(rows[0]?.billing_basis).not.toBe('upstream_usage');
});
