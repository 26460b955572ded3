import type { AreaReason } from '@tollgate/contract';
import type { CandidateSource } from './candidates.ts';
import type { FailureClass } from './failure.ts';

/** What the console reports about loading areas. Version 1; never anything personal. */
export type FederationEvent =
  | {
      type: 'area.load/v1';
      area: string;
      buildId: string;
      source: CandidateSource;
      /** Number of earlier failed builds or tries. */
      failuresBefore: number;
      durationMs: number;
    }
  | {
      type: 'area.failure/v1';
      area: string;
      buildId: string;
      class: FailureClass;
      status?: number;
    }
  /** `reason`: the gateway served no build at all. */
  | {
      type: 'area.degraded/v1';
      area: string;
      classes: FailureClass[];
      reason?: AreaReason['code'];
    }
  /** `error`: what was thrown. Only its class and places in files leave the browser. */
  | { type: 'area.crash/v1'; area: string; buildId: string; message: string; error?: unknown };
