import type { Address, Target } from './target.ts';

/** How a request proves whose it is. */
export type Auth =
  /** The address has the key, in a header or in the URL. */
  | { readonly kind: 'key' }
  /** The key signs the request: its body, the time, or both. */
  | {
      readonly kind: 'signature';
      sign(request: SignableRequest, target: Target, now: number): Address | Promise<Address>;
    }
  /** The key is exchanged for a short-lived access token, which is cached until shortly before expiry. */
  | {
      readonly kind: 'access-token';
      readonly exchange: TokenExchange;
      /** Puts the access token into the request. */
      attach(request: SignableRequest, accessToken: string): Address;
    };

export const BY_KEY: Auth = { kind: 'key' };

export interface SignableRequest extends Address {
  body: Buffer | string;
}

/** Exchanges a key for an access token. `now`: milliseconds since 1970. */
export interface TokenExchange {
  address(target: Target): Address;
  /** Returns the body of the request; empty without this. */
  body?(target: Target, now: number): Promise<string>;
  /** @throws when the response has no token */
  read(answer: unknown): { accessToken: string; seconds: number };
}
