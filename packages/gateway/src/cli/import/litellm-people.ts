import type { Context } from '../../core/context.ts';
import { storableText } from '../../core/storable-text.ts';
import { openTakenOver, UNLIMITED_FLOOR } from '../../ledger/post.ts';
import * as skeletons from '../../modules/identity/repository/name-skeletons.ts';
import * as users from '../../modules/identity/repository/users.ts';
import * as tokens from '../../modules/tokens/repository/tokens.ts';
import { addRules, budgetOf, listLosses, withBudgets } from './litellm-budgets.ts';
import { allowedModels, type ModelCatalog, readCatalog } from './litellm-models.ts';
import { findForeign, findImported, listOf } from './litellm-values.ts';
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
      await addUser(run, tx, fields, {
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
      if (!budgetOf(fields).amount && run.credit === 0)
        note('no budget of its own: begins with nothing, see --credit', name);
      noteLosses(fields, name, note);
      if (email === '') note('no email address: an administrator sets its password', name);
      await addUser(run, tx, fields, { kind: 'user', foreignId, name, role, email });
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

async function addUser(
  { credit }: ImportRun,
  tx: Context,
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
  const balance = amount === undefined || window ? credit : Math.max(0, amount - spent);
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

/**
 * Keys are stored as the SHA-256 of the whole key there, so they are known by it here until their first use. The
 * key itself is unknown until then, and cannot be shown.
 */
export const keyStep: Step = {
  name: 'tokens',
  table: 'LiteLLM_VerificationToken',
  key: 'token',
  async write(run, tx, rows, note) {
    const all = await withBudgets(run.source, rows);
    const [userIds, teamIds] = ['user_id', 'team_id'].map((column) => all.map((key) => key.text(column)));
    const people = await findImported(tx.db, 'user', userIds ?? []);
    const teams = await findImported(tx.db, 'team', teamIds ?? []);
    const userRows = await findForeign(run.source, ['LiteLLM_UserTable', 'user_id'], userIds ?? []);
    const teamRows = await findForeign(run.source, ['LiteLLM_TeamTable', 'team_id'], teamIds ?? []);
    const catalog = await readCatalog(run.source);
    let taken = 0;
    for (const key of all) {
      const [user, team] = [key.text('user_id'), key.text('team_id')];
      const owner = people.get(user) ?? teams.get(team);
      if (people.has(user) && teams.has(team)) note('a key of a user and a team: the user pays', nameOf(key));
      if (!owner) note('a key without a user or a team: it belongs to the account litellm', nameOf(key));
      const limits = { catalog, team: teamRows.get(team), user: userRows.get(user) };
      if (await addKey(tx, { key, userId: owner ?? (await ownerless(run, tx)), ...limits }, note)) taken += 1;
    }
    return taken;
  },
};

/** Owns keys without a user or a team. */
async function ownerless(run: ImportRun, tx: Context): Promise<number> {
  const foreignId = '(no user)';
  const known = (await findImported(tx.db, 'user', [foreignId])).get(foreignId);
  const person = { kind: 'user', foreignId, name: 'litellm', role: USER, email: '' } as const;
  return known ?? addUser(run, tx, new Fields({}), person);
}

interface NewKey {
  readonly key: Fields;
  readonly userId: number;
  readonly catalog: ModelCatalog;
  readonly team: Fields | undefined;
  readonly user: Fields | undefined;
}

async function addKey(tx: Context, taken: NewKey, note: Note): Promise<boolean> {
  const { key: fields, userId } = taken;
  const hash = fields.text('token');
  if (!/^[0-9a-f]{64}$/.test(hash)) {
    note('a key that is no SHA-256: left out', nameOf(fields));
    return false;
  }
  if (await tokens.findByHash(tx.db, hash)) {
    note('another token has the same key: left out', nameOf(fields));
    return false;
  }
  const at = Math.floor(tx.now() / 1000);
  const { amount, spent, window } = budgetOf(fields);
  const unlimited = amount === undefined || window !== undefined;
  const models = modelsOf(taken, note);
  for (const sentence of listLosses(fields)) note(sentence, nameOf(fields));
  const id = await tokens.insert(tx.db, {
    user_id: userId,
    key_hash: hash,
    key_sealed: '',
    status: fields.flag('blocked') === 1 ? 2 : 1,
    name: nameOf(fields),
    created_time: fields.date('created_at') ?? at,
    expired_time: fields.date('expires') ?? -1,
    unlimited_quota: unlimited ? 1 : 0,
    model_limits_enabled: models ? 1 : 0,
    model_limits: models?.join(',') ?? '',
  });
  const floor = unlimited ? UNLIMITED_FLOOR : 0;
  const balance = unlimited ? 0 : Math.max(0, (amount ?? 0) - spent);
  await openTakenOver(tx.db, [
    { ownerType: 'token', ownerId: id, floor, balance, usedBefore: spent, countBefore: 0 },
  ]);
  await addRules(tx.db, { scope: 'token', scope_id: id }, fields, at);
  return true;
}

/** Undefined: all models. */
function modelsOf(taken: NewKey, note: Note): readonly string[] | undefined {
  const { key, catalog } = taken;
  const { models, hasPatterns } = allowedModels(catalog, taken);
  if (hasPatterns)
    note('models with * became the models of that name today: later ones need adding', nameOf(key));
  if (models?.length === 0) note('no model is allowed by its list and that of its team or user', nameOf(key));
  if (listOf(key, 'access_group_ids').length > 0)
    note('models of its access groups are not taken over: add them to its list', nameOf(key));
  return models;
}

/** Its name there, or the shortened key. */
function nameOf(fields: Fields): string {
  return fields.text('key_alias', 255) || fields.text('key_name', 255);
}
