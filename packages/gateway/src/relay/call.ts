import type { RelayCaller } from './access/caller.ts';
import type { TokenOwner } from './access/token-cache.ts';
import type { Dialect, RelayRequest } from './dialects/dialect.ts';
import type { Exchange } from './exchange.ts';
import type { CallLimits } from './limits/call-limits.ts';
import type { CallHold } from './metering/bill.ts';

/** Who pays for a call. */
export type PayingOwner = Pick<TokenOwner, 'userId' | 'username' | 'tokenId' | 'tokenName'>;

/** The facts of a call that its hold and its log row need. */
export interface PaidCall {
  readonly exchange: Pick<Exchange, 'startedAt' | 'failedStatus'>;
  readonly caller: { readonly owner: PayingOwner };
  readonly relayRequest: RelayRequest;
  readonly limits?: CallLimits | undefined;
}

/** One call: its connection, who pays for it, and what was requested. */
export interface Call {
  readonly exchange: Exchange;
  readonly caller: RelayCaller;
  /** The group that prices the call and chooses its channels. */
  readonly group: string;
  readonly relayRequest: RelayRequest;
  /** Absent: no limit rule applies. */
  readonly limits?: CallLimits | undefined;
}

/** A call in the format of its caller. */
export interface DialectCall extends Call {
  readonly dialect: Dialect;
}

/** A call whose money is held. */
export interface HeldCall extends Call {
  readonly hold: CallHold;
}
