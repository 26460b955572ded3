import type { Token } from '@tollgate/contract';
import { useSearchParams } from '@tollgate/ui/router';
import { useState } from 'react';

type Edited = Token | 'new' | undefined;

/** The token in the form. Other pages open the form of a new one by `?create=1`. */
export function useAddressedToken(): [Edited, (edited: Edited) => void] {
  const [params, setParams] = useSearchParams();
  const [edited, setEdited] = useState<Edited>();
  const isAddressed = params.has('create');

  function change(next: Edited) {
    setEdited(next);
    if (isAddressed && next === undefined)
      setParams(
        (current) => {
          current.delete('create');
          return current;
        },
        { replace: true },
      );
  }
  return [edited ?? (isAddressed ? 'new' : undefined), change];
}
