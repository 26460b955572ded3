import type { AreaEvent } from '@tollgate/contract';

/** What pages notice about areas without anything breaking. */
export type AreaNotice = Extract<AreaEvent, { type: 'area.csp/v1' | 'area.text/v1' | 'area.vital/v1' }>;
