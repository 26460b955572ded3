/** Names of the standard tier, which has no factor. */
const standard = new Set(['default', 'standard', 'standard_only', 'on_demand', 'unspecified']);

/** Returns the name that prices have for a tier; empty for the standard one. */
export function tierName(value: unknown): string {
  if (typeof value !== 'string') return '';
  const name = value.toLowerCase().replace(/^service_tier_|^on_demand_/, '');
  return /^[a-z][a-z_]{0,31}$/.test(name) && name !== 'auto' && !standard.has(name) ? name : '';
}
