import type { OauthProvider as ProviderId } from '@tollgate/contract';
import type { Context } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { github } from './github.ts';
import { providerName } from './identity.ts';
import { linuxdo } from './linuxdo.ts';
import { oidc } from './oidc.ts';
import type { OauthProvider } from './provider.ts';

const providers: Record<ProviderId, OauthProvider> = { github, linuxdo, oidc };

/** @throws {AppError} `sign_in_off` */
export function openProvider({ options }: Context, id: ProviderId): OauthProvider {
  if (!providers[id].isOn(options.current)) throw new AppError('sign_in_off', { provider: providerName[id] });
  return providers[id];
}
