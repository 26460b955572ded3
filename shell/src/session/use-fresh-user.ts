import { useData } from '@tollgate/api-client';
import { useReadable } from '@tollgate/console-sdk';
import { getSelf } from '@tollgate/contract';
import { useEffect } from 'react';
import { isFirstPageShown } from '../app/first-page.ts';
import { events } from '../host/events.ts';
import { updateUser } from './session.ts';
import { useSession } from './use-session.ts';

/**
 * Loads the stored user from the server, after the first page: a changed role or group appears without signing in again. Reloads
 * when an area reports a change of this user, or of users in general.
 */
export function useFreshUser(): void {
  const { user } = useSession();
  const isDue = useReadable(isFirstPageShown);
  const { mutate } = useData(getSelf, user && isDue ? {} : null, {
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
