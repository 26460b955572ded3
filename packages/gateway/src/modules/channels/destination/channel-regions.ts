import { findChannelType, isPlainObject } from '@tollgate/contract';
import { AppError } from '../../../core/errors.ts';
import { isRegion } from '../../../core/region.ts';

/**
 * Checks the region of Vertex AI, which is part of the host. `other` holds one region, or a JSON map from
 * models to regions with a `default`.
 *
 * @throws {AppError} `invalid_input`
 */
export function refuseBadRegion({ type, other }: { type: number; other: string }): void {
  if (findChannelType(type)?.regionIn !== 'other') return;
  const text = other.trim();
  if (text === '') refuse('region_required');
  if (!text.startsWith('{')) {
    if (!isRegion(text)) refuse('region_form');
    return;
  }
  if (!isPlainObject(text)) refuse('json_object');
  const regions = JSON.parse(text) as Record<string, unknown>;
  if (!Object.hasOwn(regions, 'default')) refuse('default_region_required');
  if (!Object.values(regions).every(isRegion)) refuse('region_form');
}

/**
 * Checks Amazon's keys, `AK|SK|Region`: the host is built from the region.
 *
 * @throws {AppError} `invalid_input`
 */
export function refuseBadKeyRegion(type: number, keys: readonly string[]): void {
  if (findChannelType(type)?.regionIn !== 'key') return;
  const regions = keys.map((key) => key.split('|')[2]?.trim() ?? '');
  if (!regions.every((region) => region === '' || isRegion(region))) refuse('region_form', 'key');
}

function refuse(reason: string, field = 'other'): never {
  throw new AppError('invalid_input', { field, reason });
}
