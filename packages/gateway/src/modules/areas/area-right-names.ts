import { type AreaRight, areaRights } from '@tollgate/contract';

/** Rights as a column has them: in a fixed order, separated by commas. */
export function readRights(text: string): AreaRight[] {
  const names = text.split(',');
  return areaRights.filter((right) => names.includes(right));
}

export function writeRights(rights: readonly AreaRight[]): string {
  return areaRights.filter((right) => rights.includes(right)).join(',');
}
