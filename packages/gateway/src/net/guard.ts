import { type LookupAddress, type LookupAllOptions, lookup as resolve } from 'node:dns';
import { isIP, type LookupFunction, type OnReadOpts } from 'node:net';
import { buildConnector } from 'undici';
import { type AllowList, isPublicAddress } from './addresses.ts';

/** The address is forbidden for this purpose. The error does not reveal the resolved address. */
export class OutboundBlockedError extends Error {
  readonly code = 'OUTBOUND_BLOCKED';

  constructor(reason: string) {
    super(`refused to connect: ${reason}`);
    this.name = 'OutboundBlockedError';
  }
}

/** Resolves names: `dns.lookup` with the option for all addresses. */
export type Resolve = (
  name: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Returns the parsed URL for dialling, so that the checked URL is the used one. @throws {OutboundBlockedError} */
export function checkUrl(text: string, schemes: readonly string[] = ['http:', 'https:']): URL {
  if (!URL.canParse(text)) throw new OutboundBlockedError('not a URL');
  const url = new URL(text);
  if (!schemes.includes(url.protocol)) throw new OutboundBlockedError('scheme');
  if (url.username || url.password) throw new OutboundBlockedError('credentials in the URL');
  return url;
}

export interface Dialing {
  readonly lookup?: Resolve | undefined;
  /** Reads into the memory of the caller, as the option of `net.connect`. */
  readonly onread?: OnReadOpts | undefined;
}

/** Connects only to the public Internet and `allowList`. Three checks, each for what the others miss. */
export function guardedConnector(
  allowList: () => AllowList,
  timeoutMs: number,
  { lookup = resolve, onread }: Dialing = {},
): buildConnector.connector {
  const connectors = new Map<number, buildConnector.connector>();

  /** One connector for each port, so that TLS sessions are cached and the lookup knows the port. */
  function connectorFor(port: number): buildConnector.connector {
    const existing = connectors.get(port);
    if (existing) return existing;
    const connector = buildConnector({
      lookup: checkedLookup(lookup, (name, address) => isAllowed(name, address, port)),
      timeout: timeoutMs,
      allowH2: false,
      autoSelectFamily: true,
      ...(onread && { onread }),
    });
    connectors.set(port, connector);
    return connector;
  }

  function isAllowed(name: string, address: string, port: number): boolean {
    return isPublicAddress(address) || allowList().allows(name, address, port);
  }

  return (target, callback) => {
    const name = target.hostname.replace(/^\[|\]$/g, '');
    const port = Number(target.port || (target.protocol === 'https:' ? 443 : 80));
    // An IP address in the URL is never resolved, so the checked lookup does not see it.
    if (isIP(name) && !isAllowed(name, name, port))
      return callback(new OutboundBlockedError('address'), null);
    connectorFor(port)(target, (error, socket) => {
      if (!socket) return callback(error as Error, null);
      // Checks the peer itself, in case another layer chose the address.
      if (isAllowed(name, plain(socket.remoteAddress), port)) return callback(null, socket);
      socket.destroy();
      callback(new OutboundBlockedError('address'), null);
    });
  };
}

/** The checked result is the dialled one, so that a name cannot resolve differently in between. */
function checkedLookup(
  lookup: Resolve,
  isAllowed: (name: string, address: string) => boolean,
): LookupFunction {
  return (name, options, done) =>
    lookup(name, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '', 0);
      const first = addresses[0];
      if (!first || addresses.some(({ address }) => !isAllowed(name, address)))
        return done(new OutboundBlockedError('address'), '', 0);
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });
}

function plain(address = ''): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '');
}
