import { type LookupAddress, type LookupAllOptions, lookup as resolve } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { type AllowList, isPublicAddress } from './addresses.ts';

/** The address is not one that this purpose may reach. Says nothing of where the name led. */
export class Blocked extends Error {
  readonly code = 'OUTBOUND_BLOCKED';

  constructor(reason: string) {
    super(`refused to connect: ${reason}`);
    this.name = 'Blocked';
  }
}

/** How names become addresses: `dns.lookup` asked for all of them. */
export type Resolve = (
  name: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** The URL as it will be dialled: what is checked is what is used. @throws {Blocked} */
export function checkUrl(text: string, schemes: readonly string[] = ['http:', 'https:']): URL {
  if (!URL.canParse(text)) throw new Blocked('not a URL');
  const url = new URL(text);
  if (!schemes.includes(url.protocol)) throw new Blocked('scheme');
  if (url.username || url.password) throw new Blocked('credentials in the URL');
  return url;
}

/** Connects only where `allowList` and the public Internet say. Three checks: each catches what the others cannot see. */
export function guardedConnector(
  allowList: () => AllowList,
  timeoutMs: number,
  lookup: Resolve = resolve,
): buildConnector.connector {
  const connectors = new Map<number, buildConnector.connector>();

  /** One connector a port, so that TLS sessions are remembered while the lookup knows the port. */
  function connectorFor(port: number): buildConnector.connector {
    const known = connectors.get(port);
    if (known) return known;
    const connector = buildConnector({
      lookup: checkedLookup(lookup, (name, address) => isAllowed(name, address, port)),
      timeout: timeoutMs,
      allowH2: false,
      autoSelectFamily: true,
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
    // An address in the URL is never looked up, so the checked lookup would not see it.
    if (isIP(name) && !isAllowed(name, name, port)) return callback(new Blocked('address'), null);
    connectorFor(port)(target, (error, socket) => {
      if (!socket) return callback(error as Error, null);
      // The peer itself, in case anything between the lookup and the socket chose for us.
      if (isAllowed(name, plain(socket.remoteAddress), port)) return callback(null, socket);
      socket.destroy();
      callback(new Blocked('address'), null);
    });
  };
}

/** The answer that is checked is the one that is dialled: a name cannot point elsewhere in between. */
function checkedLookup(
  lookup: Resolve,
  isAllowed: (name: string, address: string) => boolean,
): LookupFunction {
  return (name, options, done) =>
    lookup(name, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '', 0);
      const first = addresses[0];
      if (!first || addresses.some(({ address }) => !isAllowed(name, address)))
        return done(new Blocked('address'), '', 0);
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });
}

function plain(address = ''): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '');
}
