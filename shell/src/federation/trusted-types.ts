import { developedOrigins } from './developed-origins.ts';
import { mirrorOrigin } from './mirror.ts';

/**
 * The only Trusted Types policy of the page. It only restricts script addresses. It has no createHTML and no
 * createScript, so innerHTML, srcdoc and eval stay blocked everywhere, also in areas and libraries. Its name
 * must be "default": builds of areas and libraries then need no policy of their own.
 */
export const scriptPolicy = trustedTypesOf(globalThis)?.createPolicy('default', {
  createScriptURL: (input) =>
    allowedScript(input, document.baseURI, { developed: developedOrigins(), mirror: mirrorOrigin() }),
});

/**
 * Returns the full address of a script of the shell or of an area's build; null, which blocks it, for any
 * other. `developed`: origins that the gateway granted to this session. `mirror`: the other origin of builds.
 */
export function allowedScript(
  input: string,
  base: string,
  { developed = [], mirror = '' }: { developed?: readonly string[]; mirror?: string } = {},
): string | null {
  const url = new URL(input, base);
  const isOwn = url.origin === new URL(base).origin && !url.search && OWN_SCRIPT.test(url.pathname);
  const isDeveloped = developed.includes(url.origin) && !url.search && DEVELOPED_SCRIPT.test(url.pathname);
  const isMirrored = url.origin === mirror && !url.search && BUILT_SCRIPT.test(url.pathname);
  return isOwn || isDeveloped || isMirrored ? url.href : null;
}

const OWN_SCRIPT = /^\/assets\/(?:shell|areas\/[a-z][a-z0-9-]*\/[0-9a-f]{10})\/[\w./-]+\.js$/;
const BUILT_SCRIPT = /^\/assets\/areas\/[a-z][a-z0-9-]*\/[0-9a-f]{10}\/[\w./-]+\.js$/;
const DEVELOPED_SCRIPT = /^\/[\w./-]+\.js$/;

interface TrustedTypes {
  createPolicy(
    name: 'default',
    rules: { createScriptURL(input: string): string | null },
  ): { createScriptURL(input: string): string };
}

/** Browsers without Trusted Types simply enforce less. */
function trustedTypesOf(scope: object): TrustedTypes | undefined {
  return (scope as { trustedTypes?: TrustedTypes }).trustedTypes;
}
