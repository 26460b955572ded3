import { type AllowList, parseAllowList, withoutMetadata } from './addresses.ts';

/**
 * The purpose of an outbound connection. Each purpose has its own connections, so that a private address that
 * root allowed for channels is never reached through a pool for users' addresses.
 */
export type Purpose =
  | 'channel'
  | 'user_webhook'
  | 'image'
  | 'sign_in'
  | 'payment'
  | 'mail'
  | 'update'
  | 'prices'
  | 'turnstile'
  | 'traces'
  | 'log_stream';

const nothing: AllowList = { allows: () => false };
/** Purposes whose addresses only root sets. Channels also have their own hosts. */
const operatorMay: ReadonlySet<Purpose> = new Set(['mail', 'sign_in', 'update', 'prices']);

/** Addresses that the environment alone sets. */
export interface EnvironmentUrls {
  /** The collector of traces. */
  traceUrl?: string | undefined;
  /** The store of the log stream. */
  logStreamUrl?: string | undefined;
}

/** The addresses that each purpose may reach in addition to the public Internet. */
export function createAllowLists(
  allow: readonly string[],
  privateHosts: () => readonly string[],
  { traceUrl, logStreamUrl }: EnvironmentUrls = {},
) {
  const operator = parseAllowList(allow);
  const collector = listOf(traceUrl);
  const store = listOf(logStreamUrl);
  let confirmed = privateHosts();
  let channel = channelList();

  return {
    of(purpose: Purpose): AllowList {
      if (purpose === 'channel') return channel;
      if (purpose === 'traces') return collector;
      if (purpose === 'log_stream') return store;
      return operatorMay.has(purpose) ? operator : nothing;
    },
    /** Returns whether root changed the hosts of channels. */
    refresh(): boolean {
      if (privateHosts() === confirmed) return false;
      confirmed = privateHosts();
      channel = channelList();
      return true;
    },
  };

  function channelList(): AllowList {
    const lists = [operator, withoutMetadata(parseAllowList(readable(confirmed)))];
    return { allows: (...place) => lists.some((list) => list.allows(...place)) };
  }
}

/** What the environment names may be private, and nothing else there. */
function listOf(url: string | undefined): AllowList {
  return url === undefined ? nothing : parseAllowList([placeOf(url)]);
}

function placeOf(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

/** Drops invalid lines, which must not stop the gateway. */
function readable(entries: readonly string[]): string[] {
  return entries.filter((entry) => {
    try {
      return parseAllowList([entry]);
    } catch {
      return false;
    }
  });
}
