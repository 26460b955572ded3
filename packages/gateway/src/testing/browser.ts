import type { TestApp } from './app.ts';
import type { SendOptions, TestAnswer } from './client.ts';

/** A browser that keeps its cookies, and a page that sends the user id. */
export interface TestBrowser {
  readonly cookies: Map<string, string>;
  /** The value of `New-Api-User` from the page; -1 while signed out. */
  userId: number;
  send<T = unknown>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    options?: SendOptions,
  ): Promise<TestAnswer<T>>;
  /** Sends the request, and uses the id of its user from then on. */
  signIn(method: 'GET' | 'POST', url: string): Promise<TestAnswer<SignedInUser>>;
}

export interface SignedInUser {
  id: number;
  username: string;
  display_name: string;
  role: number;
}

export function openBrowser({ app }: Pick<TestApp, 'app'>): TestBrowser {
  const cookies = new Map<string, string>();
  const browser: TestBrowser = {
    cookies,
    userId: -1,
    async send(method, url, { body, headers = {} } = {}) {
      const own = {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') || undefined,
        'new-api-user': String(browser.userId),
        'sec-fetch-site': 'same-origin',
        host: 'gate.test',
        ...headers,
      };
      const sent = Object.entries(own).filter(([, value]) => value !== undefined) as [string, string][];
      const response = await app.inject({
        method,
        url,
        headers: Object.fromEntries(sent),
        ...(body !== undefined && { payload: body as object }),
      });
      for (const { name, value } of response.cookies) cookies.set(name, value);
      const text = response.payload;
      return { status: response.statusCode, headers: response.headers, body: parse(text) as never, text };
    },
    async signIn(method, url) {
      const answer = await browser.send<SignedInUser>(method, url);
      if (answer.body.success) browser.userId = answer.body.data.id;
      return answer;
    },
  };
  return browser;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
