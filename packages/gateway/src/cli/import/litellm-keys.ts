import type { Context } from '../../core/context.ts';
import { openTakenOver, UNLIMITED_FLOOR } from '../../ledger/post.ts';
import * as tokens from '../../modules/tokens/repository/tokens.ts';
import { addRules, budgetOf, listLosses, withBudgets } from './litellm-budgets.ts';
import { allowedModels, type ModelCatalog, type ModelLists, readCatalog } from './litellm-models.ts';
import { findOwnerless } from './litellm-people.ts';
import { createOpener } from './litellm-sealed.ts';
import { findForeign, findImported, listOf } from './litellm-values.ts';
import type { Note } from './report.ts';
import type { ImportRun, Step } from './run-steps.ts';
import type { Fields } from './values.ts';

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
    const projectIds = all.map((key) => key.text('project_id'));
    const projects = await findForeign(run.source, ['LiteLLM_ProjectTable', 'project_id'], projectIds);
    const catalog = await catalogOf(run);
    let taken = 0;
    for (const key of all) {
      const [user, team] = [key.text('user_id'), key.text('team_id')];
      const owner = people.get(user) ?? teams.get(team);
      if (people.has(user) && teams.has(team)) note('a key of a user and a team: the user pays', nameOf(key));
      if (!owner) note('a key without a user or a team: it belongs to the account litellm', nameOf(key));
      const userId = owner ?? (await findOwnerless({ run, tx, note }));
      const limits = {
        team: teamRows.get(team),
        user: userRows.get(user),
        project: projects.get(key.text('project_id')),
      };
      if (await addKey(tx, { key, userId, catalog, ...limits }, note)) taken += 1;
    }
    return taken;
  },
};

/** Read once in an import: opening values takes its time. */
function catalogOf(run: ImportRun): Promise<ModelCatalog> {
  const known = catalogs.get(run) ?? readCatalog(run.source, createOpener(run.saltKey));
  catalogs.set(run, known);
  return known;
}

const catalogs = new WeakMap<ImportRun, Promise<ModelCatalog>>();

interface NewKey extends ModelLists {
  readonly userId: number;
  readonly catalog: ModelCatalog;
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
    status: isDisabled(taken, note) ? 2 : 1,
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

/** A key works here only when everything that it belongs to may call there, and all that it may call. */
function isDisabled({ key, ...owners }: NewKey, note: Note): boolean {
  const blocked = (['team', 'user', 'project'] as const).filter(
    (owner) => owners[owner]?.flag('blocked') === 1,
  );
  for (const owner of blocked) note(`its ${owner} is blocked: disabled`, nameOf(key));
  const routes = listOf(key, 'allowed_routes');
  const isLimited = routes.length > 0 && !routes.some((route) => ALL_ROUTES.has(route));
  if (isLimited)
    note(
      `disabled, because it is limited to ${routes.join(', ').slice(0, 200)}: there is no such limit here. Enable it if it may call everything`,
      nameOf(key),
    );
  if (key.text('project_id') !== '')
    note(
      'there are no projects here: set the budget and the limits of its project on the token',
      nameOf(key),
    );
  return key.flag('blocked') === 1 || blocked.length > 0 || isLimited;
}

/** Groups of routes with all calls of models. */
const ALL_ROUTES = new Set(['llm_api_routes', 'openai_routes']);

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
