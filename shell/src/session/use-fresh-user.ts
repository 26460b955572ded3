import { useData } from '@tollgate/api-client';
import { getSelf } from '@tollgate/contract';
import { updateUser } from './session.ts';
import { useSession } from './use-session.ts';

/** Asks the server who the stored user is by now: a changed role or group shows without signing in again. */
export function useFreshUser(): void {
  const { user } = useSession();
  useData(getSelf, user ? {} : null, {
    onSuccess: (fresh) => {
      if (fresh.id === user?.id) updateUser(fresh);
    },
  });
}
