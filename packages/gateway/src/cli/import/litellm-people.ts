import type { Context } from '../../core/context.ts';
import { storableText } from '../../core/storable-text.ts';
import { openTakenOver } from '../../ledger/post.ts';
import * as skeletons from '../../modules/identity/repository/name-skeletons.ts';
import * as users from '../../modules/identity/repository/users.ts';
import { addRules, budgetOf, listLosses } from './litellm-budgets.ts';
import { findImported, listOf } from './litellm-values.ts';
import type { Note } from './report.ts';
import type { ImportRun, Step } from './run-steps.ts';
import { Fields } from './values.ts';

const ADMIN = 10;
const USER = 1;

/** Keys of a team belong to an account in its name. */
export const teamStep: Step = {
  name: 'teams',
  table: 'LiteLLM_TeamTable',
  key: 'team_id',
  async write(run, tx, rows, note) {
    for (const fields of rows.map((row) => new Fields(row))) {
      const foreignId = fields.text('team_id');
      const name = fields.text('team_alias') || foreignId;
      noteLosses(fields, name, note);
      if (fields.has('model_id'))
        note('its aliases of models are not taken over: map them in the channels', name);
      await addUser({ run, tx, note }, fields, {
        kind: 'team',
        foreignId,
        name: `team ${name}`,
        role: USER,
        email: '',
      });
    }
    return rows.length;
  },
};

/** No user can sign in at first: passwords have another form there, and are reset by mail here. */
export const litellmUserStep: Step = {
  name: 'users',
  table: 'LiteLLM_UserTable',
  key: 'user_id',
  async write(run, tx, rows, note) {
    for (const fields of rows.map((row) => new Fields(row))) {
      const foreignId = fields.text('user_id');
      const email = fields.text('user_email', 255);
      const name = fields.text('user_alias') || email || foreignId;
      const role = fields.text('user_role') === 'proxy_admin' ? ADMIN : USER;
      noteLosses(fields, name, note);
      if (email === '') note('no email address: an administrator sets its password', name);
      await addUser({ run, tx, note }, fields, { kind: 'user', foreignId, name, role, email });
    }
    return rows.length;
  },
};

/** What of a user's or a team's row holds for its keys only, or not at all. */
function noteLosses(fields: Fields, name: string, note: Note): void {
  for (const sentence of listLosses(fields)) note(sentence, name);
  if (listOf(fields, 'models').length > 0)
    note('its list of models is in the keys that are taken over: keys made here later need one too', name);
}

interface NewUser {
  readonly kind: 'user' | 'team';
  readonly foreignId: string;
  readonly name: string;
  readonly role: number;
  readonly email: string;
}

interface Target {
  readonly run: ImportRun;
  readonly tx: Context;
  readonly note: Note;
}

async function addUser(
  { run: { credit }, tx, note }: Target,
  fields: Fields,
  { kind, foreignId, name, role, email }: NewUser,
): Promise<number> {
  const at = Math.floor(tx.now() / 1000);
  const username = await findFreeName(tx, name);
  const status = fields.flag('blocked') === 1 ? 2 : 1;
  const row = {
    username,
    display_name: storableText(name, 64),
    role,
    status,
    email,
    created_at: fields.date('created_at') ?? at,
  };
  const id = await users.insert(tx.db, row);
  await tx.db.insertInto('import_ids').values({ kind, foreign_id: foreignId, id }).execute();
  const { amount, spent, window } = budgetOf(fields);
  const beginsWithCredit = amount === undefined || window !== undefined;
  const balance = beginsWithCredit ? credit : Math.max(0, amount - spent);
  if (beginsWithCredit && credit === 0)
    note(
      window
        ? 'its budget is a limit here, and its balance begins with nothing, see --credit'
        : 'no budget of its own: begins with nothing, see --credit',
      name,
    );
  await openTakenOver(tx.db, [
    { ownerType: 'user', ownerId: id, balance, usedBefore: spent, countBefore: 0 },
  ]);
  await addRules(tx.db, { scope: 'user', scope_id: id }, fields, at);
  return id;
}

async function findFreeName(tx: Context, wanted: string): Promise<string> {
  const base = storableText(wanted, MAX_NAME).trim() || 'user';
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}-${number}`;
    const isTaken = (await users.findIdByName(tx.db, name)) ?? (await skeletons.findOwners(tx.db, name))[0];
    if (isTaken === undefined) return name;
  }
}

const MAX_NAME = 56;

/** Owns keys without a user or a team. */
export async function findOwnerless(target: Target): Promise<number> {
  const foreignId = '(no user)';
  const known = (await findImported(target.tx.db, 'user', [foreignId])).get(foreignId);
  const person = { kind: 'user', foreignId, name: 'litellm', role: USER, email: '' } as const;
  return known ?? addUser(target, new Fields({}), person);
}
