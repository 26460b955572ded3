import { createPrivateKey } from 'node:crypto';
import * as z from 'zod/mini';
import { ChannelFieldError } from '../../core/channel-field-error.ts';
import { parseText } from '../../core/parse-text.ts';
import { isRegion } from '../../core/region.ts';
import type { Target, TokenExchange } from './provider.ts';

/** Parses the JSON of a Google service account. @throws {ChannelFieldError} for an invalid key */
export function accountOf({ key }: Pick<Target, 'key'>): z.output<typeof accountSchema> {
  try {
    return z.parse(accountSchema, parseText(key));
  } catch {
    // The reason would repeat parts of the key.
    throw new ChannelFieldError('key', 'service_account');
  }
}

/**
 * Returns the region from `other`, which is a region or JSON with one for each model and a default. The host
 * is built from it.
 *
 * @throws {ChannelFieldError} when it could lead to another host
 */
export function regionOf({ other, model }: Pick<Target, 'other' | 'model'>): string {
  const text = other.trim();
  const region = text.startsWith('{') ? readRegion(text, model) : text;
  if (!isRegion(region)) throw new ChannelFieldError('other', 'region_form');
  return region;
}

function readRegion(text: string, model: string): unknown {
  try {
    const regions = new Map(Object.entries(parseText(text) as Record<string, unknown>));
    return regions.get(model) ?? regions.get('default');
  } catch {
    return undefined; // Neither JSON nor a region.
  }
}

/** https://developers.google.com/identity/protocols/oauth2/service-account#httprest */
export const serviceAccountLogin: TokenExchange = {
  address: (target) => ({
    url: accountOf(target).token_uri,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }),
  async body(target, now) {
    const { client_email, private_key, private_key_id, token_uri } = accountOf(target);
    const issuedAt = Math.floor(now / 1000);
    const { SignJWT } = await import('jose'); // few channels need it
    const assertion = await new SignJWT({ scope: 'https://www.googleapis.com/auth/cloud-platform' })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(private_key_id && { kid: private_key_id }) })
      .setIssuer(client_email)
      .setAudience(token_uri)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + LIFE_SECONDS)
      .sign(createPrivateKey(private_key));
    const form = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion,
    });
    return form.toString();
  },
  read(answer) {
    const { access_token: pass, expires_in: seconds } = z.parse(passSchema, answer);
    return { accessToken: pass, seconds };
  },
};

const LIFE_SECONDS = 35 * 60;

const accountSchema = z.object({
  project_id: z.string().check(z.minLength(1)),
  client_email: z.string().check(z.minLength(1)),
  private_key: z.string().check(z.minLength(1)),
  private_key_id: z.optional(z.string()),
  token_uri: z._default(z.url(), 'https://www.googleapis.com/oauth2/v4/token'),
});
const passSchema = z.object({ access_token: z.string().check(z.minLength(1)), expires_in: z.number() });
