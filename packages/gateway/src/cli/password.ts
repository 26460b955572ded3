import type { Config } from '../config.ts';
import { BootError } from '../core/boot-error.ts';
import { AppError } from '../core/errors.ts';
import { setRandomPassword } from '../modules/identity/users/set-password.ts';
import { withCommandContext } from './command-context.ts';

/** `password USER` prints a new password for a user who cannot sign in. Running gateways follow within a second. */
export async function passwordCommand(config: Config, [login = '', ...rest]: string[]): Promise<void> {
  if (login === '' || rest.length > 0)
    throw new BootError('Say whose: tollgate password USERNAME, or the email address of the account');
  await withCommandContext(config, async (ctx) => {
    const password = await setRandomPassword(ctx, login).catch((cause: unknown) => {
      if (!(cause instanceof AppError) || cause.code !== 'user_not_found') throw cause;
      throw new BootError(`There is no user ${login}. Usernames are in the console under Users.`, { cause });
    });
    process.stdout.write(
      `New password of ${login}: ${password}\nSign in with it and choose your own under Personal settings. All sessions of the user have ended.\n`,
    );
  });
}
