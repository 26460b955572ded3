import { type User, user } from '@tollgate/contract';
import type { SetupStatus } from './setup.data.ts';

/** A new gateway on its own machine. */
export const fresh: SetupStatus = {
  status: false,
  root_init: false,
  database_type: 'sqlite',
  token_required: false,
  local_url: '',
};

/** A new gateway that is set up from another machine. */
export const remote: SetupStatus = { ...fresh, database_type: 'postgres', token_required: true };

/** A new gateway opened on its own machine by another name than a loopback one. */
export const byOtherName: SetupStatus = {
  ...fresh,
  token_required: true,
  local_url: 'http://localhost:3000',
};

/** An imported database that has its root account. */
export const withRoot: SetupStatus = { ...fresh, database_type: 'mysql', root_init: true };

export const initialised: SetupStatus = {
  status: true,
  root_init: false,
  database_type: '',
  token_required: false,
  local_url: '',
};

/** The account that setup creates. */
export const owner: User = user.parse({
  id: 1,
  username: 'root',
  display_name: 'Root User',
  role: 100,
  status: 1,
  group: 'default',
});
