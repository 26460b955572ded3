import { saveUserSetting } from '@tollgate/contract';
import { type Context, transact } from '../core/context.ts';
import { queueMail } from '../mail/queue.ts';
import * as redemptions from '../modules/billing/redemptions.ts';
import { openProxy } from '../modules/channels/destination/channel-proxies.ts';
import { hashKey, openKeyText } from '../modules/channels/keys/channel-keys.ts';
import * as accessTokens from '../modules/identity/credentials/access-tokens.ts';
import * as codes from '../modules/identity/entry/codes.ts';
import { findKnownOrigin, rememberOrigin } from '../modules/identity/entry/known-origins.ts';
import { readSetting } from '../modules/identity/users/stored-setting.ts';
import * as userSetting from '../modules/identity/users/user-setting.ts';
import { sealedPlace } from '../modules/secrets/sealed-places.ts';
import * as options from '../modules/settings/options.ts';
import { findByKey } from '../modules/tokens/token-usage.ts';
import * as tokens from '../modules/tokens/tokens.ts';
import { callContext, type MadeUser, makeChannel, makeToken, makeUser } from './factories.ts';

/** The secrets that users have after the world was made. */
export interface SealedWorld {
  readonly owner: MadeUser;
  readonly tokenId: number;
  readonly tokenKey: string;
  readonly channel: number;
  readonly redemptionKey: string;
  readonly accessToken: string;
  readonly device: string;
  readonly code: string;
}

const CHANNEL_KEY = 'sk-canary-channel-0123456789';
const EMAIL = 'ana@example.com';

/** Makes one value of every kind that is sealed or hashed. */
export async function makeSealedWorld(ctx: Context): Promise<SealedWorld> {
  const owner = await makeUser(ctx);
  const call = callContext(ctx, owner, 100);
  const token = await makeToken(ctx, owner);
  const setting = JSON.stringify({ proxy: 'http://user:canary-proxy@proxy.example:8080' });
  const channel = await makeChannel(ctx, { key: CHANNEL_KEY, setting });
  const [redemptionKey = ''] = await redemptions.create(call, { name: 'code', quota: 5, count: 1 });
  const accessToken = await accessTokens.replace(ctx, owner.id, { name: 'own', expiresAt: null });
  const webhook = {
    notify_type: 'webhook',
    webhook_url: 'https://hook.example',
    webhook_secret: 'canary-hook',
  };
  await userSetting.save(call, saveUserSetting.input.parse({ ...webhook, quota_warning_threshold: 1 }));
  await transact(ctx, async (tx) => {
    await options.write(tx, 'SMTPToken', 'canary-smtp');
    await queueMail(tx, { hookOf: owner.id, body: 'canary-call' });
  });
  const device = await rememberOrigin(call, owner.id, { device: undefined });
  await codes.countRequest(ctx, 'reset', EMAIL);
  const code = await codes.make(ctx, 'reset', EMAIL);
  const { id: tokenId, key: tokenKey } = token;
  return { owner, tokenId, tokenKey, channel, redemptionKey, accessToken, device, code };
}

/** Uses every value of the world, as users and jobs do. Returns the same before and after a rotation. */
export async function readSealedWorld(ctx: Context, world: SealedWorld) {
  const { db, secrets } = ctx;
  await ctx.options.reload();
  const call = callContext(ctx, world.owner, 100);
  const row = await db
    .selectFrom('channels')
    .selectAll()
    .where('id', '=', world.channel)
    .executeTakeFirstOrThrow();
  const hook = await db
    .selectFrom('outbox')
    .selectAll()
    .where('topic', '=', 'webhook')
    .executeTakeFirstOrThrow();
  const user = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', world.owner.id)
    .executeTakeFirstOrThrow();
  const webhook = readSetting(user.setting).webhook_secret_sealed ?? '';
  const { id } = await db.selectFrom('redemptions').select('id').executeTakeFirstOrThrow();
  const redemption = await redemptions.get(call, { id });
  return {
    usedToken: (await findByKey(call, world.tokenKey)).id === world.tokenId,
    shownToken: (await tokens.get(call, { id: world.tokenId })).key === world.tokenKey,
    channelKey: openKeyText(row, secrets),
    proxy: openProxy(row, secrets),
    isChannelFound: row.key_hash === hashKey({ secrets }, CHANNEL_KEY),
    redemption: redemption.key === world.redemptionKey,
    holder: (await accessTokens.findHolder(ctx, world.accessToken)).id,
    webhook: secrets.open(webhook, sealedPlace.webhookSecret(user.id)),
    hook: secrets.open(hook.payload, sealedPlace.outboxPayload(hook.dedup_key)),
    smtp: ctx.options.current.SMTPToken,
    device: await findKnownOrigin(call, user.id, { device: world.device }),
    address: await findKnownOrigin(call, user.id, { device: undefined }),
    isCodeRight: await codes.isValidCode(ctx, 'reset', EMAIL, world.code),
  };
}
