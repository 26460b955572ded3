import { type ServerCapability, serverCapabilities } from '@tollgate/contract';

/** What every call needs from the page it runs in. */
export interface Settings {
  /** Id of the signed-in user, which the server compares with the session. */
  userId: number | null;
  /** Language of the server's sentences. */
  language: string;
  /** Called once for every response that reports the end of the present session. */
  onUnauthorized: () => void;
  /** Prefix of every address; empty on the gateway's own pages. */
  baseUrl: string;
  /** What the server can do beyond new-api. Undefined: all of it, as long as its status is unknown. */
  capabilities: readonly string[] | undefined;
}

let current: Settings = {
  userId: null,
  language: 'en',
  onUnauthorized: () => {},
  baseUrl: '',
  capabilities: undefined,
};

let sessions = 0;

/** Changes the given settings for all later calls. The shell owns this, areas never call it. */
export function configure(changes: Partial<Settings>): void {
  if ('userId' in changes) sessions += 1;
  current = { ...current, ...changes };
}

/**
 * Returns what reports a response that says that the session has ended. A request of an earlier session says nothing
 * of the present one: its late answer would ask for a second sign-in.
 */
export function sessionWatch(): () => void {
  const begun = sessions;
  return () => {
    if (begun === sessions) current.onUnauthorized();
  };
}

/** Returns the settings in effect: those of `configure`, or the defaults. */
export function settings(): Settings {
  return current;
}

/** Whether the server can do something that new-api's own server cannot. */
export function hasCapability(capability: ServerCapability): boolean {
  return current.capabilities?.includes(capability) ?? true;
}

/** Whether the server can do all that Tollgate's own can. */
export function hasAllCapabilities(): boolean {
  return serverCapabilities.every(hasCapability);
}

/**
 * What to send for a change of a record. A server that overwrites the whole record gets all of its fields: a field
 * that is left out would be emptied there. Others get the changed fields alone, so that what somebody else changed
 * meanwhile stays.
 */
export function toUpdate<R extends object, C extends Partial<R>>(record: R, changes: C): C | (R & C) {
  return hasCapability('partial-updates') ? changes : { ...record, ...changes };
}
