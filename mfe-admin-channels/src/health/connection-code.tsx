import { toFailure } from '@tollgate/i18n';
import './connection-code.css';

/** Returns the code of a connection that failed, such as `ECONNREFUSED`. */
export function connectionCodeOf(error: unknown): string | undefined {
  const { code = '', details } = toFailure(error);
  return code.startsWith('channel_upstream_') && typeof details?.code === 'string' ? details.code : undefined;
}

/** The code behind the sentence that explains it. */
export function ConnectionCode({ code }: { code: string | undefined }) {
  return code && <small className="channels-connection-code">{code}</small>;
}
