import type { Price } from '@tollgate/pricing';
import { tierName } from '../../core/service-tier.ts';
import type { RelayRequest } from '../dialects/dialect.ts';

/**
 * Returns the tiers other than the standard one that may serve a request. Without a tier in the request it is
 * the standard one: a caller does not pay for what a setting of the operator's account chose.
 */
export function possibleTiers({ tiers }: Price, { json }: Pick<RelayRequest, 'json'>): readonly string[] {
  if (!tiers) return [];
  const requested = json.service_tier ?? json.serviceTier;
  if (requested === 'auto') return Object.keys(tiers);
  return [
    ...(typeof requested === 'string' ? [tierName(requested)] : []),
    ...(json.speed === 'fast' ? ['fast'] : []),
  ].filter((tier) => Object.hasOwn(tiers, tier));
}
