import { expect } from 'vitest';
import { receipt } from '../relay/receipt.ts';
import type { LogRow, RelayLab } from './relay.ts';

/** The last call as it was charged; its cost follows from its row. */
export async function lastRow(lab: RelayLab): Promise<LogRow> {
  const row = (await lab.booked()).rows.at(-1);
  if (!row) throw new Error('nothing was logged');
  expect(receipt(row)).toBe(row.quota);
  return row;
}
