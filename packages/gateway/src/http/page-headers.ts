import type { PagePolicy } from './page-policy.ts';

/**
 * The security headers of the console page. Scripts come from our own origin, each with a hash and an address
 * that the page's only policy allows; nothing is inline; the page is never framed. The policy also lists
 * allowed frames and form targets. `developed` are the origins of development servers granted to this
 * session: the page loads code without a hash from there. `mirror` is the other origin of files of areas.
 */
export function pageHeaders(
  { frames, forms, opensSignInWindows }: PagePolicy,
  developed: readonly string[] = [],
  mirror?: string,
): Record<string, string> {
  const own = ["'self'", ...new Set([...developed, ...(mirror ? [mirror] : [])])].join(' ');
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
    // The sign-in window must be able to report its result to its opener.
    'cross-origin-opener-policy': opensSignInWindows ? 'same-origin-allow-popups' : 'same-origin',
  };
}

const unchanging = {
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};
