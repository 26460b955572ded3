import { call, configure } from '@tollgate/api-client';
import { createStore, type Readable, type Session, type Store } from '@tollgate/console-sdk';
import { getStatus, logout, type User } from '@tollgate/contract';
import { mutate } from 'swr';
import { events, joinTabs } from '../host/events.ts';
import { awaitingRelogin, hasUnsaved, hideHeldPage, holdPage, isPageHidden } from './awaiting-relogin.ts';
import { hasStoredExpiry, readStoredUser, storeExpiredUser, storeUser, userKey } from './stored-user.ts';

/** The current session: the page's only copy. */
export const session: Store<Session> = createStore<Session>({ user: null });

const expired = createStore(false);

/**
 * True when no user is signed in because the session expired, also when an earlier page or another tab noticed it.
 * The sign-in page then says so.
 */
export const hasExpired: Readable<boolean> = expired;

type EndReason = 'expired' | 'signed-out';

/** Restores the stored user, and follows other tabs. Returns a stop function. */
export function startSession(): () => void {
  adopt(readStoredUser(), { isExpired: hasStoredExpiry() });
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== userKey && key !== null) return;
    const stored = readStoredUser();
    // A tab whose session ended also signals it here; after signing in there, this tab continues.
    const { user } = session.get();
    if (!stored && user && hasUnsaved()) return holdPage(hasStoredExpiry() ? 'ended' : 'signed-out');
    const isOther = stored?.id !== user?.id;
    // What one person typed is never saved as another.
    if (isOther && user && hasUnsaved()) return holdPage('other-person');
    const wasAwaiting = awaitingRelogin.get() !== false;
    awaitingRelogin.set(false);
    adopt(stored, { isExpired: hasStoredExpiry() });
    if (isOther) forgetData({ readAgain: stored !== null });
    else if (wasAwaiting) void mutate(isPrivate); // reloads what failed meanwhile; the rest stays on screen
  };
  window.addEventListener('storage', onStorage);
  const stopListening = events.on('session.ended/v1', ({ reason }) => {
    if (!session.get().user || isPageHidden()) return;
    if (reason === 'expired' && hasUnsaved()) return holdPage('ended');
    awaitingRelogin.set(false);
    forgetSession(reason); // an area or another tab ended it
  });
  const stopWelcoming = events.on('session.started/v1', ({ user }) => signIn(user));
  const leaveTabs = joinTabs(({ reason }) => {
    if (reason === 'signed-out' && session.get().user && hasUnsaved()) holdPage('signed-out');
  });
  const stopHiding = hideHeldPage();
  return () => {
    stopHiding();
    leaveTabs();
    stopListening();
    stopWelcoming();
    window.removeEventListener('storage', onStorage);
  };
}

/** Continues as the person who signed in on this browser meanwhile. */
export function adoptOtherPerson(): void {
  awaitingRelogin.set(false);
  adopt(readStoredUser());
  forgetData({ readAgain: true });
}

export function signIn(user: User): void {
  updateUser(user);
  forgetData({ readAgain: true });
}

/** Merges newer data from the server: balance, role, group. */
export function updateUser(user: User): void {
  storeUser(user);
  adopt(user);
}

/** @throws {ApiError} when the server did not end its session; then nothing changes here. */
export async function signOut(): Promise<void> {
  await call(logout, {});
  endSession('signed-out');
}

/** Removes the user and all data loaded for them, and notifies areas and other tabs. */
export function endSession(reason: EndReason): void {
  forgetSession(reason);
  events.emit('session.ended/v1', { reason });
}

/** Forgets what was typed before the person signed out in another tab. */
export function discardHeldPage(): void {
  awaitingRelogin.set(false);
  forgetSession('signed-out');
}

function forgetSession(reason: EndReason): void {
  if (reason === 'expired') storeExpiredUser();
  else storeUser(null);
  adopt(null, { isExpired: reason === 'expired' });
  forgetData({ readAgain: false });
}

function adopt(user: User | null, { isExpired = false } = {}): void {
  configure({ userId: user?.id ?? null });
  expired.set(user === null && isExpired);
  session.set({ user });
}

/** The status is public; all other data depends on the user's rights. Visible data may be reloaded. */
function forgetData({ readAgain }: { readAgain: boolean }): void {
  void mutate(isPrivate, undefined, { revalidate: readAgain });
}

function isPrivate(key: unknown): boolean {
  return !(Array.isArray(key) && key[0] === getStatus.address);
}
