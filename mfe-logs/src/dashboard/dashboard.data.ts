import { serverNow, useData } from '@tollgate/api-client';
import {
  getFirstSteps,
  getOwnService,
  getSelf,
  getService,
  getStatus,
  type Input,
  listOwnSpend,
  listOwnUsage,
  listSpend,
  listUsage,
  listUserUsage,
  type SpendDimension,
} from '@tollgate/contract';
import { atCall, type PageRange } from '../shared/use-time-range.ts';
import { rangeBefore } from './compare.ts';

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

/** The same usage in the time just before the range, for comparison. Loaded once for each range. */
export function useUsageBefore(query: UsageQuery | null, range: PageRange, isEverybody: boolean) {
  const before = { key: `before ${range.key}`, read: () => rangeBefore(range.read(), serverNow() / 1000) };
  return useUsage(query, before, isEverybody, 0);
}

/** What calls cost by something that the hours of usage do not name: by token for users. */
export function useSpend(by: SpendDimension | undefined, range: PageRange, isEverybody: boolean) {
  const options = { atCall: atCall(range) };
  const everybody = useData(listSpend, by && isEverybody ? { by } : null, options);
  const own = useData(listOwnSpend, by && !isEverybody ? {} : null, options);
  return isEverybody ? everybody : own;
}

/** Requests, latency, failures and cached tokens over time. Reloads every `everyMs`. */
export function useService(
  query: UsageQuery | null,
  range: PageRange,
  isEverybody: boolean,
  everyMs: number,
) {
  const options = { refreshInterval: everyMs, atCall: atCall(range) };
  const everybody = useData(getService, isEverybody ? query : null, options);
  const own = useData(getOwnService, isEverybody || !query ? null : {}, options);
  return isEverybody ? everybody : own;
}

/** Usage by hour of the ten users who spent most. Only for admins. */
export function useUserUsage(isWanted: boolean, range: PageRange, everyMs: number) {
  return useData(listUserUsage, isWanted ? {} : null, { refreshInterval: everyMs, atCall: atCall(range) });
}
