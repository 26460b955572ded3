import { request } from '@playwright/test';
import { type ConsoleApi, signInByApi } from './console-api.ts';
import { makeConsoleRoot } from './console-root.ts';
import { noLimits, type Product, startProduct } from './product.ts';
import { openSite, root } from './site.ts';

/** A configured product with its console and a signed-in root user. */
export interface OpenedConsole {
  product: Product;
  api: ConsoleApi;
  /** Stops the product and removes its files. */
  stop(): Promise<void>;
}

/** Serves a console, with only the newest builds unless other `files` are given. */
export async function openConsole(files = makeConsoleRoot()): Promise<OpenedConsole> {
  const product = await startProduct({ CONSOLE_DIR: files.root, ...noLimits });
  const stop = async () => {
    await product.stop();
    files.remove();
  };
  try {
    return { product, api: await openAsRoot(product), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Sets up a fresh product and signs root in. */
export async function openAsRoot(product: Product): Promise<ConsoleApi> {
  const context = await request.newContext();
  await openSite(product, context);
  await context.dispose();
  return await signInByApi(product.url, root);
}
