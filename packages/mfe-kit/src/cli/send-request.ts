import type { Send } from '@tollgate/area-cli';

/** Sends to the gateway that the environment of a team's own machine names. */
export const sendRequest: Send = async (url, { method, headers, body }) => {
  const response = await fetch(url, {
    method,
    headers,
    redirect: 'error',
    signal: AbortSignal.timeout(60_000),
    ...(body !== undefined && { body }),
  });
  const json: unknown = await response.json().catch(() => undefined);
  return { status: response.status, json };
};
