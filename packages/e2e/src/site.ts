import { type APIRequestContext, expect } from '@playwright/test';
import type { Product } from './product.ts';

export const root = { username: 'root', password: 'gatekeeper-1' };

/** Returns functions that change a site as its root user, through the API, in a separate session. */
export async function openSite(product: Product, request: APIRequestContext) {
  const headers = { 'new-api-user': '1' };
  await request.post(`${product.url}/api/setup`, {
    data: { ...root, confirmPassword: root.password },
    headers: { origin: product.url },
  });
  await request.post(`${product.url}/api/user/login`, { data: root });

  return {
    async set(options: Readonly<Record<string, string>>): Promise<void> {
      for (const [key, value] of Object.entries(options)) {
        const answer = await request.put(`${product.url}/api/option/`, { data: { key, value }, headers });
        expect(await answer.json(), key).toMatchObject({ success: true });
      }
    },
    async addUser(username: string, password: string): Promise<void> {
      const answer = await request.post(`${product.url}/api/user/`, {
        data: { username, password, display_name: username },
        headers,
      });
      expect(await answer.json()).toMatchObject({ success: true });
    },
  };
}
