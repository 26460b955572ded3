/** What every call needs to know about the page it runs in. */
export interface Settings {
  /** Id of the signed-in user, which the server compares with the session. */
  userId: number | null;
  /** Language of the server's sentences. */
  language: string;
  /** Called once for every answer that says that the session ended. */
  onUnauthorized: () => void;
  /** Put before every address; empty on the gateway's own pages. */
  baseUrl: string;
}

let current: Settings = { userId: null, language: 'en', onUnauthorized: () => {}, baseUrl: '' };

/** Changes the named settings for all later calls; the others stay. The shell owns this, areas never call it. */
export function configure(changes: Partial<Settings>): void {
  current = { ...current, ...changes };
}

export function settings(): Settings {
  return current;
}
