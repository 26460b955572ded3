import type { User } from '@tollgate/contract';
import { useMatch, useNavigate, useSearchParams } from '@tollgate/ui/router';
import { useUser } from './users.data.ts';

interface AddressedUser {
  user: User | 'new' | undefined;
  /** Why the user in the URL could not be read. */
  error: unknown;
  /** Goes back to the list and keeps its filters. */
  leave: () => void;
}

/** The form in the URL: `/user/edit/7`, or `/user/edit` for a new user. */
export function useAddressedUser(): AddressedUser {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const isAdding = useMatch('/user/edit') !== null;
  const id = Number(useMatch('/user/edit/:id')?.params.id);
  const isEditing = Number.isSafeInteger(id) && id > 0;
  const { data, error } = useUser(isEditing ? id : undefined);

  function addressed(): AddressedUser['user'] {
    if (isAdding) return 'new';
    return isEditing && data?.id === id ? data : undefined;
  }

  return {
    user: addressed(),
    error: isEditing ? error : undefined,
    leave: () => {
      if (isAdding || isEditing)
        void navigate({ pathname: '/user', search: params.toString() }, { replace: true });
    },
  };
}
