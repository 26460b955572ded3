import { type RawBuilder, sql } from 'kysely';

export interface Invariant {
  readonly id: string;
  readonly sentence: string;
  /** Selects `subject` for every violating row, in SQL that all databases accept. */
  readonly query: RawBuilder<unknown>;
}

/** One row per account and entry: a usage entry changes the user's account and the token's in one row. */
const lines = sql`SELECT account, seq, amount, balance_after, kind FROM entry
  UNION ALL SELECT token_account, token_seq, amount, token_balance_after, kind FROM entry WHERE token_account IS NOT NULL`;

const heldLines = sql`SELECT user_account AS account, amount FROM hold
  UNION ALL SELECT token_account, amount FROM hold WHERE token_account IS NOT NULL`;

export const invariants: readonly Invariant[] = [
  {
    id: 'I1',
    sentence: 'the balance of an account is the sum of its entries',
    query: sql`SELECT a.id AS subject FROM account a
      LEFT JOIN (SELECT account, sum(amount) AS total FROM (${lines}) l GROUP BY account) s ON s.account = a.id
      WHERE a.balance <> coalesce(s.total, 0)`,
  },
  {
    id: 'I2',
    sentence: 'what an account holds back is the sum of its open holds',
    query: sql`SELECT a.id AS subject FROM account a
      LEFT JOIN (SELECT account, sum(amount) AS held FROM (${heldLines}) l GROUP BY account) s ON s.account = a.id
      WHERE a.held <> coalesce(s.held, 0)`,
  },
  {
    id: 'I3',
    sentence:
      'the entries of an account are numbered without a gap, each with the balance that follows from those before',
    query: sql`SELECT DISTINCT account AS subject FROM (SELECT account, seq, balance_after,
        sum(amount) OVER (PARTITION BY account ORDER BY seq) AS running,
        row_number() OVER (PARTITION BY account ORDER BY seq) AS position FROM (${lines}) l) c
      WHERE balance_after <> running OR seq <> position`,
  },
  {
    id: 'I3b',
    sentence: 'an account knows the number of its last entry',
    query: sql`SELECT a.id AS subject FROM account a
      LEFT JOIN (SELECT account, count(*) AS n FROM (${lines}) l GROUP BY account) s ON s.account = a.id
      WHERE a.seq <> coalesce(s.n, 0)`,
  },
  {
    id: 'I4',
    sentence: 'a call is charged once',
    query: sql`SELECT ref AS subject FROM entry WHERE kind = 'usage' GROUP BY ref HAVING count(*) > 1`,
  },
  {
    id: 'I5',
    sentence: 'the usage of an account is the sum and the number of its usage entries',
    query: sql`SELECT a.id AS subject FROM account a
      LEFT JOIN (SELECT account, sum(amount) AS total, count(*) AS n FROM (${lines}) l
        WHERE kind = 'usage' GROUP BY account) s ON s.account = a.id
      WHERE a.used <> coalesce(-s.total, 0) OR a.count <> coalesce(s.n, 0)`,
  },
  {
    id: 'I5b',
    sentence: 'usage never adds money',
    query: sql`SELECT ref AS subject FROM entry WHERE kind = 'usage' AND amount > 0`,
  },
  {
    id: 'I6',
    sentence: 'a call that was charged holds no money any more',
    query: sql`SELECT h.id AS subject FROM hold h JOIN entry e ON e.ref = h.id AND e.kind = 'usage'`,
  },
  {
    id: 'I7',
    sentence: 'holds and entries belong to accounts that exist',
    query: sql`SELECT l.account AS subject FROM (SELECT account FROM (${lines}) x UNION ALL SELECT account FROM (${heldLines}) y) l
      LEFT JOIN account a ON a.id = l.account WHERE a.id IS NULL`,
  },
  {
    id: 'I9',
    sentence: 'every user and every token has an account',
    query: sql`SELECT u.id AS subject FROM users u
        LEFT JOIN account a ON a.owner_type = 'user' AND a.owner_id = u.id WHERE a.id IS NULL
      UNION ALL SELECT t.id FROM tokens t
        LEFT JOIN account a ON a.owner_type = 'token' AND a.owner_id = t.id WHERE a.id IS NULL`,
  },
];
