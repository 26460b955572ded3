import type { ErrorCode } from '@tollgate/contract';
import { AppError } from '../../../core/errors.ts';

/** Returns the error for a provider that gave no response, by the code of the connection: what to check next. */
export function toConnectionError(cause: unknown): AppError {
  const code = String((cause as { code?: unknown }).code ?? (cause as Error).name);
  return new AppError(codeOf(code), { code }, { cause });
}

function codeOf(code: string): ErrorCode {
  if (code === 'OUTBOUND_BLOCKED') return 'channel_upstream_blocked';
  const [known] = kinds.find(([, pattern]) => pattern.test(code)) ?? ['channel_upstream_silent' as const];
  return known;
}

/** Codes of Node.js, OpenSSL and undici. */
const kinds: readonly (readonly [ErrorCode, RegExp])[] = [
  ['channel_upstream_refused', /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/],
  ['channel_upstream_unknown_host', /^(ENOTFOUND|EAI_\w+|ENODATA)$/],
  ['channel_upstream_cut', /^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET|UND_ERR_CLOSED|HPE_\w+)$/],
  [
    'channel_upstream_certificate',
    /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|^EPROTO$|HOSTNAME_MISMATCH|^CRL_/,
  ],
];
