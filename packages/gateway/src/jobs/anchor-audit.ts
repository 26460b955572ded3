import { anchorChain } from '../modules/audit/audit-chain.ts';
import type { Job } from './job.ts';

export const anchorAudit: Job = { name: 'anchor-audit', everyMs: 3_600_000, run: anchorChain };
