import type { ExtensionProps } from '@tollgate/console-sdk';
import { UsageOfUser } from '../usage-of-user/usage-of-user.tsx';

/** A tab of the page with the statement of a user. */
export function UsageTab(props: ExtensionProps<'user.statement/v1'>) {
  return <UsageOfUser {...props} isAlone />;
}
