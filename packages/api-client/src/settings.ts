/** What every call needs from the page it runs in. */
export interface Settings {
  /** Id of the signed-in user, which the server compares with the session. */
  userId: number | null;
  /** Language of the server's sentences. */
  language: string;
  /** Called once for every response that reports an ended session. */
  onUnauthorized: () => void;
  /** Prefix of every address; empty on the gateway's own pages. */
  baseUrl: string;
}

let current: Settings = { userId: null, language: 'en', onUnauthorized: () => {}, baseUrl: '' };

/** Changes the given settings for all later calls. The shell owns this, areas never call it. */
export function configure(changes: Partial<Settings>): void {
  current = { ...current, ...changes };
}

/** Returns the settings in effect: those of `configure`, or the defaults. */
export function settings(): Settings {
  return current;
}
