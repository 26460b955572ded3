import { type Channel, ChannelStatus, type ChannelTag } from '@tollgate/contract';

/** The channels of one tag as one row. */
export function summarise(tag: string, channels: readonly Channel[]): ChannelTag {
  const tested = channels.filter(({ response_time }) => response_time > 0);
  const totalTime = sum(tested.map(({ response_time }) => response_time));
  return {
    tag,
    group: [...new Set(channels.flatMap(({ group }) => group.split(',')))].join(','),
    status: channels.some(({ status }) => status === ChannelStatus.enabled)
      ? ChannelStatus.enabled
      : ChannelStatus.disabled,
    used_quota: sum(channels.map(({ used_quota }) => used_quota)),
    response_time: tested.length === 0 ? 0 : Math.round(totalTime / tested.length),
    priority: common(channels.map(({ priority }) => priority)),
    weight: common(channels.map(({ weight }) => weight)),
    channels: [...channels],
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The value that all rows share, or null. */
function common(values: readonly (number | null)[]): number | null {
  const [first = null] = values;
  return values.every((value) => value === first) ? first : null;
}
