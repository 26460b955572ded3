import {
  bindTelegram,
  bindWechat,
  createOauthState,
  discoverOidc,
  signInByOauth,
  signInByTelegram,
  signInByWechat,
  startSignIn,
  unbind,
} from '@tollgate/contract';
import type { OpenedSession, SignedIn } from '../../modules/identity/entry/open-session.ts';
import { unbind as unbindIdentity } from '../../modules/identity/providers/bind.ts';
import * as apps from '../../modules/identity/providers/message-apps.ts';
import * as oauth from '../../modules/identity/providers/oauth.ts';
import { readMetadata } from '../../modules/identity/providers/oidc-client.ts';
import type { Serve } from '../serve.ts';
import type { SessionCookie } from '../session-cookie.ts';

export function signInRoutes(serve: Serve): void {
  serve(startSignIn, oauth.start);
  serve(createOauthState, oauth.createState);
  serve(signInByOauth, async (ctx, input, cookie) => {
    const opened = await oauth.finish(ctx, input, cookie);
    return opened && keep(opened, cookie);
  });
  serve(signInByWechat, async (ctx, input, cookie) =>
    keep(await apps.signInByWechatCode(ctx, input, cookie), cookie),
  );
  serve(bindWechat, apps.bindByWechatCode);
  serve(signInByTelegram, async (ctx, input, cookie) =>
    keep(await apps.signInByTelegramUser(ctx, input, cookie), cookie),
  );
  serve(bindTelegram, apps.bindByTelegramUser);
  serve(unbind, unbindIdentity);
  serve(discoverOidc, async (ctx, { well_known }) => {
    const metadata = await readMetadata(ctx, well_known);
    return { ...metadata, user_info_endpoint: metadata.userinfo_endpoint ?? '' };
  });
}

/** The session goes into the cookie and the user into the response. */
function keep({ user, ...session }: OpenedSession, cookie: SessionCookie): SignedIn {
  cookie.set(session);
  return user;
}
