import type { OauthProvider as ProviderId } from '@tollgate/contract';
import type { OptionValues } from '@tollgate/contract/options';
import type { Context } from '../core/context.ts';
import type { Identity } from './identity.ts';

/** Somebody who vouches for people by sending their browser there and back. */
export interface OauthProvider {
  readonly id: ProviderId;
  /** Switched on, and everything that it needs is filled in: an empty secret means off. */
  isOn(options: OptionValues): boolean;
  /** Where to send the browser. @throws {AppError} `sign_in_unreachable`, `sign_in_misconfigured` */
  authorizeUrl(ctx: Context, departure: Departure): Promise<string> | string;
  /**
   * Turns what came back into an identity.
   * @throws {AppError} `sign_in_refused`, `sign_in_unreachable`, `sign_in_misconfigured`, or a refusal of its own
   */
  identify(ctx: Context, arrival: Arrival): Promise<Identity>;
}

/** A browser on its way out. */
export interface Departure {
  readonly state: string;
  /** Where the provider sends it back to: `https://gate.example/oauth/<provider>`. */
  readonly redirectUri: string;
  readonly verifier: string;
  readonly nonce: string;
}

/** A browser that came back. */
export interface Arrival {
  readonly code: string;
  readonly redirectUri: string;
  /** Both absent when the page made the address itself: there was neither challenge nor nonce in it. */
  readonly verifier?: string | undefined;
  readonly nonce?: string | undefined;
}
