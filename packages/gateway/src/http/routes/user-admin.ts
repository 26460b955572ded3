import {
  createUser,
  deleteUser,
  getUser,
  listUsers,
  manageUser,
  searchUsers,
  updateUser,
} from '@tollgate/contract';
import * as userAdmin from '../../modules/identity/users/user-admin.ts';
import * as userManage from '../../modules/identity/users/user-manage.ts';
import * as users from '../../modules/identity/users/users.ts';
import type { Serve } from '../serve.ts';

export function userAdminRoutes(serve: Serve): void {
  serve(listUsers, users.list);
  serve(searchUsers, users.search);
  serve(getUser, users.get);
  serve(createUser, userAdmin.create);
  serve(updateUser, userAdmin.update);
  serve(manageUser, userManage.manage);
  serve(deleteUser, userManage.remove);
}
