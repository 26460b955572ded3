import type { ExtensionProps } from '@tollgate/console-sdk';
import { CloseLimits } from './close-limits.tsx';
import './limits.css';

/** A card of the dashboard of all users: who is close to a limit. */
export function CloseLimitsCard({ scope }: ExtensionProps<'logs.dashboard/v1'>) {
  return scope === 'everybody' ? <CloseLimits /> : null;
}
