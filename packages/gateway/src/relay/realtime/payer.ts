import type { RelayCaller } from '../caller.ts';
import type { Asked } from '../dialects/dialect.ts';
import type { Exchange } from '../exchange.ts';

/** Who pays for a session, and what was asked for at its handshake. */
export interface Payer {
  exchange: Exchange;
  caller: RelayCaller;
  group: string;
  asked: Asked;
}
