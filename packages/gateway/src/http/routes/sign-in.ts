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
import type { OpenedSession, SignedIn } from '../../services/open-session.ts';
import { unbind as unbindIdentity } from '../../sign-in/bind.ts';
import * as apps from '../../sign-in/message-apps.ts';
import * as oauth from '../../sign-in/oauth.ts';
import { readMetadata } from '../../sign-in/oidc-client.ts';
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

/** The browser keeps the session, the page gets the user. */
function keep({ user, ...kept }: OpenedSession, cookie: SessionCookie): SignedIn {
  cookie.set(kept);
  return user;
}
