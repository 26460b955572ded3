import type { PagePolicy } from './page-policy.ts';

/**
 * The rules a browser keeps for the console: scripts from our own origin, each with a hash and an address that the
 * page's only policy allows; nothing inline; never inside a frame. The policy adds whom the page may frame and where its
 * forms may go.
 */
export function pageHeaders({ frames, forms, opensSignInWindows }: PagePolicy): Record<string, string> {
  return {
    ...unchanging,
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data: blob: https:",
      "font-src 'self'",
      "connect-src 'self'",
      "worker-src 'none'",
      "base-uri 'none'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      `frame-src ${["'self'", ...frames].join(' ')}`,
      `form-action ${["'self'", ...forms].join(' ')}`,
      "require-trusted-types-for 'script'",
      'trusted-types default',
    ].join('; '),
    // A sign-in window that cannot tell its opener the result is of no use.
    'cross-origin-opener-policy': opensSignInWindows ? 'same-origin-allow-popups' : 'same-origin',
  };
}

const unchanging = {
  'integrity-policy': 'blocked-destinations=(script)',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};
