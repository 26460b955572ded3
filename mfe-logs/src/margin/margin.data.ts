import { useData } from '@tollgate/api-client';
import { listMargin, type MarginDimension, type MarginRow } from '@tollgate/contract';
import { atCall, type PageRange } from '../shared/use-time-range.ts';

/** Revenue and cost of everybody, by one dimension. Only for admins. */
export function useMargin(by: MarginDimension, range: PageRange) {
  return useData(listMargin, { by }, { atCall: atCall(range) });
}

/** What came in, what went out, and what is left of the calls whose cost is known. Quota units. */
export interface MarginSum {
  readonly revenue: number;
  readonly knownRevenue: number;
  readonly cost: number;
  readonly margin: number;
  /** Of the revenue; undefined without any. */
  readonly share: number | undefined;
}

export function sumOf(rows: readonly MarginRow[]): MarginSum {
  const add = (part: 'revenue' | 'known_revenue' | 'cost') =>
    rows.reduce((sum, row) => sum + (row[part] ?? 0), 0);
  const [revenue, knownRevenue, cost] = [add('revenue'), add('known_revenue'), add('cost')];
  const margin = knownRevenue - cost;
  return { revenue, knownRevenue, cost, margin, share: knownRevenue > 0 ? margin / knownRevenue : undefined };
}

/** Whether calls cost more than they brought in. */
export function isBelowCost({ known_revenue, cost }: MarginRow): boolean {
  return cost !== null && cost > known_revenue;
}
