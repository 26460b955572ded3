import { recomputeQuota } from '@tollgate/pricing';
import { expect } from 'vitest';
import type { LogRow, RelayLab } from './relay.ts';

/** Returns the last charged call; checks that its cost follows from its row. */
export async function lastRow(lab: RelayLab): Promise<LogRow> {
  const row = (await lab.booked()).rows.at(-1);
  if (!row) throw new Error('nothing was logged');
  expect(recomputeQuota(row)).toBe(row.quota);
  return row;
}
