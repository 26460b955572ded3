import { useData } from '@tollgate/api-client';
import { getSelf, getStatus, type Input, listOwnUsage, listUsage, listUserUsage } from '@tollgate/contract';

type UsageQuery = Input<typeof listUsage>;

/**
 * How this site sums usage up: whether at all, how it is first looked at, and after how many milliseconds it changes.
 * `isKnown` is true as soon as it need not be waited for, also when it could not be read.
 */
export function useUsageSetting() {
  const { data, error } = useData(getStatus, {}, { revalidateIfStale: false });
  return {
    isKnown: data !== undefined || error !== undefined,
    isOff: data?.enable_data_export === false,
    granularity: data?.data_export_default_time ?? '',
    everyMs: (data?.data_export_interval ?? 0) * 60_000,
  };
}

/** The account of whoever looks, fresh from the server. */
export function useAccount() {
  return useData(getSelf, {});
}

/** Usage by hour and model: of everybody (or of one user) for admins, else one's own. Read again every `everyMs`. */
export function useUsage(query: UsageQuery | null, isAdmin: boolean, everyMs: number) {
  const again = { refreshInterval: everyMs };
  const { username: _, ...ownQuery } = query ?? {};
  const everybody = useData(listUsage, isAdmin ? query : null, again);
  const own = useData(listOwnUsage, isAdmin || !query ? null : ownQuery, again);
  return isAdmin ? everybody : own;
}

/** Usage by hour of the ten users who spent most. Only admins may ask. */
export function useUserUsage(query: Input<typeof listUserUsage> | null, everyMs: number) {
  return useData(listUserUsage, query, { refreshInterval: everyMs });
}
