import { createHash } from 'node:crypto';

/** The fields that the browser submits to the payment page. */
export type PaymentForm = Readonly<Record<string, string>>;

/**
 * Creates a payment provider of the Epay protocol, with a merchant account: it checks the form from a browser
 * and, when it is paid, writes the report for the merchant's server. Written from the protocol alone.
 */
export function createPaymentPage(merchant: { pid: string; key: string }) {
  let payments = 0;
  return {
    /** @throws when a real provider would refuse the form */
    pay(form: PaymentForm): Record<string, string> {
      if (form.pid !== merchant.pid) throw new Error('unknown merchant');
      if (form.sign !== sign(form, merchant.key)) throw new Error('the form is not signed by the merchant');
      if (!/^\d+\.\d\d$/.test(form.money ?? '')) throw new Error('no amount');
      for (const name of ['type', 'out_trade_no', 'notify_url', 'return_url', 'name']) {
        if (!form[name]) throw new Error(`${name} is missing`);
      }
      payments += 1;
      return this.report({
        pid: merchant.pid,
        trade_no: `2025${String(payments).padStart(8, '0')}`,
        out_trade_no: form.out_trade_no ?? '',
        type: form.type ?? '',
        name: form.name ?? '',
        money: form.money ?? '',
        trade_status: 'TRADE_SUCCESS',
      });
    },
    /** Signs any report, as the owner of the key could. */
    report(fields: Record<string, string>): Record<string, string> {
      return { ...fields, sign: sign(fields, merchant.key), sign_type: 'MD5' };
    },
  };
}

function sign(fields: PaymentForm, key: string): string {
  const pairs = Object.entries(fields)
    .filter(([name, value]) => value !== '' && !['sign', 'sign_type'].includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map((pair) => pair.join('='));
  return createHash('md5')
    .update(pairs.join('&') + key)
    .digest('hex');
}
