import type { OauthProvider as ProviderId } from '@tollgate/contract';
import type { OptionValues } from '@tollgate/contract/options';
import type { Context } from '../../../core/context.ts';
import type { Identity } from './identity.ts';

/** A provider that confirms identities by redirecting the browser there and back. */
export interface OauthProvider {
  readonly id: ProviderId;
  /** Switched on, with all required settings: an empty secret means off. */
  isOn(options: OptionValues): boolean;
  /** Returns where to send the browser. @throws {AppError} `sign_in_unreachable`, `sign_in_misconfigured` */
  authorizeUrl(ctx: Context, departure: Departure): Promise<string> | string;
  /**
   * Turns the callback into an identity.
   *
   * @throws {AppError} `sign_in_refused`, `sign_in_unreachable`, `sign_in_misconfigured`, or another error of
   * its own
   */
  identify(ctx: Context, arrival: Arrival): Promise<Identity>;
}

/** A browser before the redirect to the provider. */
export interface Departure {
  readonly state: string;
  /** Where the provider redirects the browser to: `https://gate.example/oauth/<provider>`. */
  readonly redirectUri: string;
  readonly verifier: string;
  readonly nonce: string;
}

/** A browser that the provider redirected back. */
export interface Arrival {
  readonly code: string;
  readonly redirectUri: string;
  /** Both absent when the page made the address itself: it had neither challenge nor nonce. */
  readonly verifier?: string | undefined;
  readonly nonce?: string | undefined;
}
