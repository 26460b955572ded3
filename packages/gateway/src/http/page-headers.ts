import type { PagePolicy } from './page-policy.ts';

/**
 * The rules a browser keeps for the console: scripts from our own origin, each with a hash and an address that the
 * page's only policy allows; nothing inline; never inside a frame. The policy adds whom the page may frame and where its
 * forms may go. `developed` are the origins of development servers that this one session was granted: its page loads code
 * from there, which has no hash.
 */
export function pageHeaders(
  { frames, forms, opensSignInWindows }: PagePolicy,
  developed: readonly string[] = [],
): Record<string, string> {
  const own = ["'self'", ...new Set(developed)].join(' ');
  return {
    ...unchanging,
    ...(developed.length === 0 && { 'integrity-policy': 'blocked-destinations=(script)' }),
    'content-security-policy': [
      "default-src 'none'",
      `script-src ${own}`,
      `style-src ${own}`,
      `img-src ${own} data: blob: https:`,
      `font-src ${own}`,
      `connect-src ${own}`,
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
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};
