import { createStore, type Readable } from '@tollgate/console-sdk';

const isWarned = createStore(false);

/** True after signing in with the default name and password. */
export const usesDefaultPassword: Readable<boolean> = isWarned;

/** Only this page sees the password. The default name and password come from older installations. */
export function warnOfDefaultPassword({ username, password }: { username: string; password: string }): void {
  isWarned.set(username === 'root' && password === '123456');
}

export function closePasswordWarning(): void {
  isWarned.set(false);
}
