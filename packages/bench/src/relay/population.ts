import { addToken, call, setUpRoot, signIn, type Visitor } from './set-up.ts';

/**
 * Who calls in a measurement, made through the product's own API: a hundred users with three tokens each, and
 * ten channels that serve twenty models, so that pages of indexes and entries of caches vary as they do in use.
 */
export const USERS = 100;
const TOKENS_OF_USER = 3;
const CHANNELS = 10;
const QUOTA_UNITS = 5e12;

/** All have a price by default. */
export const MODELS = (
  'gpt-4o-mini gpt-4o-mini-2024-07-18 gpt-4o gpt-4o-2024-05-13 gpt-4o-2024-08-06 gpt-4o-2024-11-20 gpt-4 gpt-4-32k ' +
  'gpt-4-0125-preview gpt-4-1106-preview gpt-4-turbo gpt-4-turbo-2024-04-09 gpt-4.5-preview gpt-3.5-turbo ' +
  'gpt-3.5-turbo-0125 gpt-3.5-turbo-0613 gpt-3.5-turbo-1106 gpt-3.5-turbo-16k o1 o3-mini'
).split(' ');

const EMBEDDING_MODEL = 'text-embedding-3-small';

/** Sets an installation up. Returns the API keys of all users. */
export async function populate(url: string, upstream: string): Promise<string[]> {
  const root = await setUpRoot(url);
  for (let index = 0; index < CHANNELS; index++) {
    const models = MODELS.filter((_, model) => (model + index) % 3 !== 0)
      .concat(EMBEDDING_MODEL)
      .join(',');
    const channel = { type: 1, name: `bench ${index}`, key: `upstream-key-${index}`, base_url: upstream };
    await call(root, 'POST /api/channel/', { ...channel, models });
  }
  const keys: string[] = [];
  for (let index = 0; index < USERS; index++) keys.push(...(await addUser(root, index)));
  return keys;
}

async function addUser(root: Visitor, index: number): Promise<string[]> {
  const from = `127.9.${index}.1`;
  const person = { username: `caller${index}`, password: 'bench-password' };
  const made = await call({ ...root, from }, 'POST /api/user/', { ...person, display_name: person.username });
  const { id } = made.data as { id: number };
  await call({ ...root, from }, 'PUT /api/user/', { id, quota: QUOTA_UNITS, quota_before: 0 });
  const own = await signIn({ url: root.url, from }, person);
  return Promise.all(Array.from({ length: TOKENS_OF_USER }, (_, token) => addToken(own, `${token}`)));
}
