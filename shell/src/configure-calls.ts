import { configure } from '@tollgate/api-client';
import { expireSession } from './session/expire.ts';

/** Configures calls, except for user and language, which are updated when they change. */
export function configureCalls(): void {
  configure({ onUnauthorized: expireSession, baseUrl: readApiOrigin() });
}

/**
 * Returns the API's origin when the page was not served by the gateway itself: `<meta name="tollgate-api"
 * content="https://gate.example">`. Empty otherwise: the API is at the page's origin.
 * @throws when the value is not an origin: calls would silently go elsewhere
 */
export function readApiOrigin(page: Document = document): string {
  const sent = page.querySelector<HTMLMetaElement>('meta[name="tollgate-api"]')?.content.trim() ?? '';
  if (sent === '') return '';
  const isOrigin =
    URL.canParse(sent) && /^https?:$/.test(new URL(sent).protocol) && new URL(sent).origin === sent;
  if (!isOrigin)
    throw new Error(`The page names "${sent}" as its API, which is no origin such as https://gate.example.`);
  return sent;
}
