import { useArea } from '@tollgate/console-sdk';
import { Navigate } from '@tollgate/ui/router';
import { useEffect, useState } from 'react';
import { useRefreshStatus } from './setup.data.ts';

/** Redirects home. The shell is notified first: with the old status it would redirect back here. */
export function AlreadySetUp() {
  const { links } = useArea();
  const refreshStatus = useRefreshStatus();
  const [isKnown, setKnown] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page finds out
  useEffect(() => {
    void refreshStatus().finally(() => setKnown(true));
  }, []);
  return isKnown ? <Navigate to={links.to('shell.home')} replace /> : null;
}
