import { settings } from '@tollgate/api-client';
import { useStatus } from '../../status/status-context.ts';
import { isWebAddress } from '../../web-address.ts';

/** Base URL for clients: the configured address of the server, else the one of this page. */
export function useBaseUrl(): string {
  const { server_address: configured } = useStatus();
  return (isWebAddress(configured) ? configured : settings().baseUrl || window.location.origin).replace(
    /\/+$/,
    '',
  );
}
