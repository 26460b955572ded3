import {
  createAccessToken,
  getAccessToken,
  getFirstSteps,
  getSelf,
  listGroups,
  listOwnGroups,
  listOwnModels,
  listVisitorGroups,
  login,
  logout,
  revokeAccessToken,
} from '@tollgate/contract';
import { signIn, signOut } from '../../modules/identity/entry/login.ts';
import * as firstSteps from '../../modules/identity/users/first-steps.ts';
import * as accessToken from '../../modules/identity/users/own-access-token.ts';
import * as self from '../../modules/identity/users/self.ts';
import * as groups from '../../modules/models/groups.ts';
import type { Serve } from '../serve.ts';

export function userRoutes(serve: Serve): void {
  serve(login, async (ctx, input, cookie) => {
    const { user, ...session } = await signIn(ctx, input, cookie);
    cookie.set(session);
    return user;
  });
  serve(logout, async (ctx, _, cookie) => {
    await signOut(ctx, cookie.secret);
    cookie.clear();
    return undefined;
  });
  serve(getSelf, self.get);
  serve(getFirstSteps, firstSteps.get);
  serve(listOwnGroups, groups.listOwn);
  serve(listVisitorGroups, groups.listForVisitor);
  serve(listOwnModels, self.listModels);
  serve(createAccessToken, accessToken.create);
  serve(getAccessToken, accessToken.get);
  serve(revokeAccessToken, accessToken.revoke);
  serve(listGroups, groups.list);
}
