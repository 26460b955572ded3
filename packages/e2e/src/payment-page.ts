import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export interface PaymentPage {
  url: string;
  stop(): Promise<void>;
}

/** A payment page on this machine that validates forms and reports payments according to the protocol. */
export async function startPaymentPage(merchant: { id: string; key: string }): Promise<PaymentPage> {
  const program = path.resolve(import.meta.dirname, '../../gateway/src/testing/payment-server.ts');
  const child = spawn(process.execPath, [program, merchant.id, merchant.key], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: line.toString().trim(),
    async stop() {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
}
