import { useMatch, useNavigate, useSearchParams } from '@tollgate/ui/router';
import { useChannel } from '../channel-drawer/channel-drawer.data.ts';
import type { DrawerTask } from '../channel-drawer/channel-drawer.tsx';

interface AddressedTask {
  task: DrawerTask | undefined;
  /** Why the channel in the URL could not be read. */
  error: unknown;
  /** Goes back to the list and keeps its filters. */
  leave: () => void;
}

/** The form in the URL: `/channel/add`, or `/channel/edit/7`. */
export function useAddressedTask(): AddressedTask {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const isAdding = useMatch('/channel/add') !== null;
  const id = Number(useMatch('/channel/edit/:id')?.params.id);
  const isEditing = Number.isSafeInteger(id) && id > 0;
  const { data, error } = useChannel(isEditing ? id : undefined);

  function taskOf(): DrawerTask | undefined {
    if (isAdding) return { kind: 'create' };
    return isEditing && data?.id === id ? { kind: 'edit', channel: data } : undefined;
  }

  return {
    task: taskOf(),
    error: isEditing ? error : undefined,
    leave: () => {
      if (isAdding || isEditing)
        void navigate({ pathname: '/channel', search: params.toString() }, { replace: true });
    },
  };
}
