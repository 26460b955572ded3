import { expect, test } from 'vitest';
import { allowedModels, type ModelCatalog } from './litellm-models.ts';
import { Fields } from './values.ts';

const catalog: ModelCatalog = {
  names: ['gpt-4o', 'gpt-4o-mini', 'claude'],
  groups: new Map([['cheap', ['gpt-4o-mini']]]),
  providers: new Map([['claude', new Set(['anthropic'])]]),
};
const row = (models: readonly string[] | undefined) => models && new Fields({ models });

test.each([
  ['no list allows everything', [], undefined, undefined, undefined],
  ["a key's list allows what it names", ['claude'], undefined, undefined, ['claude']],
  ["a key's list is cut to its team's", ['claude', 'gpt-4o'], ['gpt-4o'], undefined, ['gpt-4o']],
  ["a team's list applies to a key without one", [], ['claude'], undefined, ['claude']],
  ['all-team-models is the list of the team', ['all-team-models'], ['claude'], undefined, ['claude']],
  ['all-team-models wins over names next to it', ['all-team-models', 'x'], ['y'], undefined, ['y']],
  ['all-proxy-models is everything', ['all-proxy-models'], ['claude'], undefined, ['claude']],
  ['all-proxy-models of both is everything', ['all-proxy-models'], ['*'], undefined, undefined],
  ["a user's list restricts personal keys", ['claude', 'gpt-4o'], undefined, ['claude'], ['claude']],
  ["a user's list does not restrict keys of a team", ['claude'], ['claude'], ['gpt-4o'], ['claude']],
  ['no-default-models of a user is nothing', [], undefined, ['no-default-models', '*'], []],
  ['no-default-models of a user leaves keys of a team', [], ['claude'], ['no-default-models'], ['claude']],
  ['lists without a common model are nothing', ['claude'], ['gpt-4o'], undefined, []],
  ['a group of models is its models', ['cheap'], undefined, undefined, ['gpt-4o-mini']],
  ['a pattern is the models of that name', ['gpt-4*'], ['gpt-4o'], undefined, ['gpt-4o']],
  ['a pattern finds names of the other list too', ['openai/*'], ['openai/o3'], undefined, ['openai/o3']],
  ['a pattern finds models by their provider', ['anthropic/*'], undefined, undefined, ['claude']],
  ['a dot of a pattern is a dot', ['g.t*'], undefined, undefined, []],
])('%s', (_, key, team, user, models) => {
  const lists = { key: new Fields({ models: key }), team: row(team), user: row(user) };
  expect(allowedModels(catalog, lists).models).toEqual(models);
});

test('the list of a project restricts its keys', () => {
  const lists = { key: new Fields({ models: [] }), team: undefined, user: undefined };
  expect(allowedModels(catalog, { ...lists, project: row(['claude']) }).models).toEqual(['claude']);
});
