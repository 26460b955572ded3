import type { ExtensionProps } from '@tollgate/console-sdk';
import type { Token } from '@tollgate/contract';
import { useRef, useState } from 'react';
import { CallDrawer } from './call-drawer.tsx';
import { TokenDrawer } from './token-drawer.tsx';
import './tokens.css';

/** A command of the palette: creates a token above any page, and shows how to call with it. */
export function CreateTokenCommand({ onClose }: ExtensionProps<'shell.command/v1'>) {
  const [token, setToken] = useState<Token>();
  const isCreated = useRef(false);
  if (token) return <CallDrawer token={token} isNew onClose={onClose} />;
  return (
    <TokenDrawer
      onCreated={(created) => {
        isCreated.current = true;
        setToken(created);
      }}
      // The form closes after it was saved, too.
      onClose={() => isCreated.current || onClose()}
    />
  );
}
