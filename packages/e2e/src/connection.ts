import type { BrowserContext } from '@playwright/test';

/**
 * Takes the network away from all pages of the context. Chromium tells a page that it is offline a moment before its
 * requests fail: a request of that moment may still arrive, so requests are also aborted here.
 */
export async function goOffline(context: BrowserContext): Promise<void> {
  await context.route(everything, (route) => route.abort('internetdisconnected'));
  await context.setOffline(true);
}

/** Gives back what {@link goOffline} took. */
export async function goOnline(context: BrowserContext): Promise<void> {
  await context.unroute(everything);
  await context.setOffline(false);
}

const everything = '**';
