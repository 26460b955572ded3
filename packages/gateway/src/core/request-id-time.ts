const FORMAT = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})\d{9}/;

/**
 * Returns when a request arrived, from the id that `http/request-id.ts` created. Seconds since 1970;
 * undefined for ids of another format.
 */
export function readRequestSecond(requestId: string): number | undefined {
  const [, year, month, day, hour, minute, second] = FORMAT.exec(requestId)?.map(Number) ?? [];
  if (year === undefined || month === undefined) return undefined;
  return Date.UTC(year, month - 1, day, hour, minute, second) / 1000;
}
