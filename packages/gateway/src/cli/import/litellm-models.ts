import type { ForeignDatabase } from '../../db/foreign-database.ts';
import { listOf } from './litellm-values.ts';
import { Fields, toObject } from './values.ts';

/** The models of a source: their names, and the groups that lists may name in place of models. */
export interface ModelCatalog {
  readonly names: readonly string[];
  readonly groups: ReadonlyMap<string, readonly string[]>;
}

const MODEL_TABLE = 'LiteLLM_ProxyModelTable';
const MOST_MODELS = 100_000;

/** Models of LiteLLM's file of settings are not in its database. */
export async function readCatalog(source: ForeignDatabase): Promise<ModelCatalog> {
  const rows = (await source.hasTable(MODEL_TABLE))
    ? await source.page(MODEL_TABLE, 'model_id', undefined, MOST_MODELS)
    : [];
  const groups = new Map<string, string[]>();
  const names = rows.map((row) => {
    const fields = new Fields(row);
    const name = fields.text('model_name', 255);
    const { access_groups } = toObject(fields.json('model_info'));
    for (const group of Array.isArray(access_groups) ? access_groups.map(String) : [])
      groups.set(group, [...(groups.get(group) ?? []), name]);
    return name;
  });
  return { names: [...new Set(names)], groups };
}

export interface AllowedModels {
  /** Undefined: all models. */
  readonly models: readonly string[] | undefined;
  /** Whether a pattern became the names that are known now. */
  readonly hasPatterns: boolean;
}

/**
 * The models that a key may call there: those that its own list allows, and that of its team. The list of its user
 * counts for keys without a team only. An empty list allows everything.
 */
export function allowedModels(
  catalog: ModelCatalog,
  { key, team, user }: { key: Fields; team: Fields | undefined; user: Fields | undefined },
): AllowedModels {
  const lists = [ownListOf(key), team ? listOf(team, 'models') : personalListOf(user)];
  const restricting = lists.filter((list) => list.length > 0 && !list.some((name) => ALL.has(name)));
  if (restricting.length === 0) return { models: undefined, hasPatterns: false };
  const known = [...catalog.names, ...restricting.flat()].filter((name) => !name.includes('*'));
  const sets = restricting.map((list) => new Set(list.flatMap((entry) => expand(entry, catalog, known))));
  const [first = new Set<string>(), ...others] = sets;
  return {
    models: [...first].filter((name) => others.every((set) => set.has(name))),
    hasPatterns: restricting.flat().some((name) => name.includes('*')),
  };
}

/** The models of a team are those that the team's list allows. */
function ownListOf(key: Fields): readonly string[] {
  const list = listOf(key, 'models');
  return list.includes(ALL_OF_TEAM) ? [] : list;
}

function personalListOf(user: Fields | undefined): readonly string[] {
  const list = user ? listOf(user, 'models') : [];
  return list.includes(NONE) ? [NONE] : list;
}

const ALL_OF_TEAM = 'all-team-models';
const ALL = new Set(['all-proxy-models', '*']);
/** Of a user: none without a team. */
const NONE = 'no-default-models';

function expand(entry: string, { groups }: ModelCatalog, known: readonly string[]): readonly string[] {
  if (entry === NONE) return [];
  if (!entry.includes('*')) return groups.get(entry) ?? [entry];
  const parts = entry.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  const pattern = new RegExp(`^${parts.join('.*')}$`, 's');
  return known.filter((name) => !groups.has(name) && pattern.test(name));
}
