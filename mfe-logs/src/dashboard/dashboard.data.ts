import { useData } from '@tollgate/api-client';
import {
  getFirstSteps,
  getSelf,
  getStatus,
  type Input,
  listOwnUsage,
  listUsage,
  listUserUsage,
} from '@tollgate/contract';
import { atCall, type PageRange } from '../shared/use-time-range.ts';

type UsageQuery = Pick<Input<typeof listUsage>, 'username'>;

/**
 * Usage statistics of this site: whether they are on, their default granularity, and the refresh interval in
 * milliseconds. `isKnown` is true once loading has finished, also after a failure.
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

/** The signed-in account, fresh from the server. */
export function useAccount() {
  return useData(getSelf, {});
}

/** Which first steps are done. */
export function useFirstSteps(isWanted: boolean) {
  return useData(getFirstSteps, isWanted ? {} : null);
}

/** Usage by hour and model: everybody's (or one user's) for admins, else the user's own. Reloads every `everyMs`. */
export function useUsage(query: UsageQuery | null, range: PageRange, isAdmin: boolean, everyMs: number) {
  const again = { refreshInterval: everyMs, atCall: atCall(range) };
  const { username: _, ...ownQuery } = query ?? {};
  const everybody = useData(listUsage, isAdmin ? query : null, again);
  const own = useData(listOwnUsage, isAdmin || !query ? null : ownQuery, again);
  return isAdmin ? everybody : own;
}

/** Usage by hour of the ten users who spent most. Only for admins. */
export function useUserUsage(isWanted: boolean, range: PageRange, everyMs: number) {
  return useData(listUserUsage, isWanted ? {} : null, { refreshInterval: everyMs, atCall: atCall(range) });
}
