import { useData } from '@tollgate/api-client';
import type { ExtensionProps } from '@tollgate/console-sdk';
import { listMargin, listTokenUsage, listUserUsage } from '@tollgate/contract';
import { useFormat } from '@tollgate/ui/core';
import { useState } from 'react';
import { sumOf } from '../margin/margin.data.ts';
import { secondsAgo } from './seconds-ago.ts';

const DAY_SECONDS = 86_400;
/** The server lists at most so many users. */
const MOST_USERS = 100;

/** A column of the list of users: what they spent in the last 24 hours. */
export function SpentOfUser({ row }: ExtensionProps<'user.user-column/v1'>) {
  const { quota } = useFormat();
  const [start_timestamp] = useState(() => secondsAgo(DAY_SECONDS));
  const { data, error } = useData(listUserUsage, { start_timestamp, limit: MOST_USERS });
  if (!data) return <Missing isLoading={error === undefined} />;
  const own = data.filter(({ user_id, username }) =>
    user_id ? user_id === row.id : username === row.username,
  );
  // Those who are not among the first spent less than all of them, but not nothing.
  const isWhole = new Set(data.map(({ username }) => username)).size < MOST_USERS;
  if (own.length === 0 && !isWhole) return <Missing isLoading={false} />;
  return <span className="tg-number">{quota(own.reduce((sum, hour) => sum + hour.quota, 0))}</span>;
}

/** A column of the list of tokens: calls of the last 30 days. */
export function CallsOfToken({ row, rows }: ExtensionProps<'user.token-column/v1'>) {
  const { count } = useFormat();
  const { data, error } = useData(listTokenUsage, { ids: rows.map(({ id }) => id).join(',') });
  const days = data?.find(({ id }) => id === row.id)?.days;
  if (!days) return <Missing isLoading={!data && error === undefined} />;
  return <span className="tg-number">{count(days.reduce((sum, day) => sum + day.count, 0))}</span>;
}

/** A column of the list of channels: what is left of its calls of the last 30 days. */
export function MarginOfChannel({ row }: ExtensionProps<'admin-channels.channel-column/v1'>) {
  const { quota } = useFormat();
  const [start_timestamp] = useState(() => secondsAgo(30 * DAY_SECONDS));
  const { data, error } = useData(listMargin, { by: 'channel', start_timestamp });
  const own = data?.filter(({ name, cost }) => name === String(row.id) && cost !== null) ?? [];
  if (own.length === 0) return <Missing isLoading={!data && error === undefined} />;
  return <span className="tg-number">{quota(sumOf(own).margin)}</span>;
}

function Missing({ isLoading }: { isLoading: boolean }) {
  return <span className="tg-muted">{isLoading ? '…' : '–'}</span>;
}
