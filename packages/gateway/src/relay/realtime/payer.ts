import type { RelayCaller } from '../access/caller.ts';
import type { RelayRequest } from '../dialects/dialect.ts';
import type { Exchange } from '../exchange.ts';

/** The payer of a session and the request of its handshake. */
export interface Payer {
  exchange: Exchange;
  caller: RelayCaller;
  group: string;
  relayRequest: RelayRequest;
}
