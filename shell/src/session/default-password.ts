import { createStore, type Readable } from '@tollgate/console-sdk';

const isWarned = createStore(false);

/** Whether somebody has just signed in with the name and password that everybody knows. */
export const usesDefaultPassword: Readable<boolean> = isWarned;

/** Only this page sees the password, so only it can tell. The name and password came with older installations. */
export function warnOfDefaultPassword({ username, password }: { username: string; password: string }): void {
  isWarned.set(username === 'root' && password === '123456');
}

export function closePasswordWarning(): void {
  isWarned.set(false);
}
