import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { queryInteger, queryText, rowId } from './field-schemas.ts';
import { cursorPageOf, cursorQuery, pageQuery } from './page.ts';
import { copiedCode } from './user-fields.ts';

export const redeemCode = endpoint({
  address: 'POST /api/user/topup',
  summary: 'Redeems a code and answers the quota units that it brought.',
  access: 'user',
  input: z.object({ key: copiedCode(200).check(z.minLength(1)) }),
  output: z.int(),
});

/** Dollars, or quota units where the site shows no currency. */
const amount = z.int().check(z.minimum(1), z.maximum(9_000_000_000_000_000));
const word = z.literal('success');

/** new-api reports success in `message` here; the gateway also sends `success`. */
export const getTopUpPrice = endpoint({
  address: 'POST /api/user/amount',
  summary: 'What an amount costs in the currency of the payment, as text with two decimals.',
  access: 'user',
  answer: 'spread',
  failsInData: true,
  input: z.object({ amount, top_up_code: z.optional(z.string()) }),
  output: z.object({ message: word, data: z.string() }),
});

export const startPayment = endpoint({
  address: 'POST /api/user/pay',
  summary: 'Opens an order and answers the signed form that the browser sends to the payment page at `url`.',
  access: 'user',
  answer: 'spread',
  failsInData: true,
  input: z.object({
    amount,
    top_up_code: z.optional(z.string()),
    payment_method: z.enum(['zfb', 'wx']),
  }),
  output: z.object({ message: word, data: z.record(z.string(), z.string()), url: z.string() }),
});

const reported = z.optional(z.unknown());

/** Signed by the payment gateway, without a session. Responds `success` once the money is booked, else `fail`. */
export const confirmPayment = endpoint({
  address: 'GET /api/user/epay/notify',
  summary:
    'Where the payment gateway reports a paid order, by the Epay protocol. Answers a word as plain text.',
  access: 'public',
  answer: 'text',
  /** The signature covers every field, so none is dropped; their values are checked against the order. */
  input: z.looseObject({
    pid: reported,
    out_trade_no: reported,
    trade_no: reported,
    type: reported,
    name: reported,
    money: reported,
    trade_status: reported,
    sign: reported,
    sign_type: reported,
  }),
  output: z.enum(['success', 'fail']),
});

export const topUp = z.object({
  id: z.int(),
  /** Dollars bought. */
  amount: z.number(),
  /** Quota units credited. */
  quota: z.int(),
  /** Price, in the payment's currency. */
  money: z.number(),
  trade_no: z.string(),
  payment_method: z.string(),
  create_time: z.int(),
  /** 0: not yet. */
  complete_time: z.int(),
  /** pending, success. */
  status: z.string(),
});
export type TopUp = z.output<typeof topUp>;

export const listOwnTopUps = endpoint({
  address: 'GET /api/user/topup/self',
  summary: 'Own orders of online top-ups, newest first. `p` counts from 1.',
  access: 'user',
  input: z.object({ ...pageQuery, ...cursorQuery }),
  output: cursorPageOf(topUp),
});

/** One ledger entry of an account. */
export const ledgerEntry = z.object({
  /** 1, 2, 3 ... of this account, without a gap. */
  id: z.int(),
  at: z.int(),
  /** usage, grant, setup, adjust, redeem, topup, invited, referral, transfer, import ... */
  kind: z.string(),
  /** The cause: a request id, an order, a code. */
  ref: z.string(),
  /** Quota units; negative is spent. */
  amount: z.int(),
  balance_after: z.int(),
  /** Reason of a manual adjustment. */
  reason: z.string(),
});
export type LedgerEntry = z.output<typeof ledgerEntry>;

const statementFilter = { kind: queryText, start_timestamp: queryInteger, end_timestamp: queryInteger };

export const listOwnEntries = endpoint({
  address: 'GET /api/user/ledger',
  summary: 'Own statement: every movement with the balance after it, newest first. `p` counts from 1.',
  access: 'user',
  input: z.object({ ...pageQuery, ...cursorQuery, ...statementFilter }),
  output: cursorPageOf(ledgerEntry),
});

export const listUserEntries = endpoint({
  address: 'GET /api/user/:id/ledger',
  summary: 'The statement of any user below the own level.',
  access: 'admin',
  input: z.object({ ...pageQuery, ...cursorQuery, ...statementFilter, id: rowId }),
  output: cursorPageOf(ledgerEntry),
});
