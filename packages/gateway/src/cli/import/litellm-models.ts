import type { ForeignDatabase } from '../../db/foreign-database.ts';
import { readModel } from './litellm-params.ts';
import type { Opener } from './litellm-sealed.ts';
import { listOf } from './litellm-values.ts';
import { Fields, toObject } from './values.ts';

/** The models of a source: their names, and the groups that lists may name in place of models. */
export interface ModelCatalog {
  readonly names: readonly string[];
  readonly groups: ReadonlyMap<string, readonly string[]>;
  /** The providers that serve a name. */
  readonly providers: ReadonlyMap<string, ReadonlySet<string>>;
}

const MODEL_TABLE = 'LiteLLM_ProxyModelTable';
const MOST_MODELS = 100_000;

/** Models of LiteLLM's file of settings are not in its database, and those of one team are left out. */
export async function readCatalog(source: ForeignDatabase, open: Opener): Promise<ModelCatalog> {
  const rows = (await source.hasTable(MODEL_TABLE))
    ? await source.page(MODEL_TABLE, 'model_id', undefined, MOST_MODELS)
    : [];
  const groups = new Map<string, string[]>();
  const providers = new Map<string, Set<string>>();
  for (const row of rows) {
    const fields = new Fields(row);
    const { access_groups, team_id } = toObject(fields.json('model_info'));
    if (team_id) continue;
    const { name, provider } = readModel(fields, open);
    providers.set(name, (providers.get(name) ?? new Set()).add(provider));
    for (const group of Array.isArray(access_groups) ? access_groups.map(String) : [])
      groups.set(group, [...(groups.get(group) ?? []), name]);
  }
  return { names: [...providers.keys()], groups, providers };
}

export interface AllowedModels {
  /** Undefined: all models. */
  readonly models: readonly string[] | undefined;
  /** Whether a pattern became the names that are known now. */
  readonly hasPatterns: boolean;
}

/** A key with what its lists of models come from. */
export interface ModelLists {
  readonly key: Fields;
  readonly team: Fields | undefined;
  readonly user: Fields | undefined;
  readonly project?: Fields | undefined;
}

/**
 * The models that a key may call there: those that its own list allows, that of its team and that of its project. The
 * list of its user counts for keys without a team only. An empty list allows everything.
 */
export function allowedModels(
  catalog: ModelCatalog,
  { key, team, user, project }: ModelLists,
): AllowedModels {
  const lists = [
    ownListOf(key),
    team ? listOf(team, 'models') : personalListOf(user),
    project ? ownListOf(project) : [],
  ];
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

/** A pattern such as `openai/*` finds models by their provider too. */
function expand(
  entry: string,
  { groups, providers }: ModelCatalog,
  known: readonly string[],
): readonly string[] {
  if (entry === NONE) return [];
  if (!entry.includes('*')) return groups.get(entry) ?? [entry];
  const parts = entry.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  const pattern = new RegExp(`^${parts.join('.*')}$`, 's');
  const namesOf = (name: string) => [
    name,
    ...[...(providers.get(name) ?? [])].map((provider) => `${provider}/${name}`),
  ];
  return known.filter((name) => !groups.has(name) && namesOf(name).some((each) => pattern.test(each)));
}
