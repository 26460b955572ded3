import { useData } from '@tollgate/api-client';
import { getSelf } from '@tollgate/contract';
import { useEffect } from 'react';
import { events } from '../host/events.ts';
import { updateUser } from './session.ts';
import { useSession } from './use-session.ts';

/**
 * Asks the server who the stored user is by now: a changed role or group shows without signing in again. Asks anew when
 * an area tells that it changed this user, or users altogether.
 */
export function useFreshUser(): void {
  const { user } = useSession();
  const { mutate } = useData(getSelf, user ? {} : null, {
    onSuccess: (fresh) => {
      if (fresh.id === user?.id) updateUser(fresh);
    },
  });
  useEffect(
    () =>
      events.on('data.changed/v1', ({ entity, id }) => {
        if (entity === 'user' && (id === undefined || id === user?.id)) void mutate();
      }),
    [user?.id, mutate],
  );
}
