import { createToken } from '@tollgate/contract';
import type { CallContext } from '../../core/context.ts';
import { consoleText } from '../../core/texts/texts.ts';
import * as tokens from './tokens.ts';

/** Creates a first token, for sites that set `GENERATE_DEFAULT_TOKEN`. */
export async function addFirstToken(
  tx: CallContext,
  { id, username }: { id: number; username: string },
): Promise<void> {
  const name = consoleText(tx.language, 'first_token', { username });
  const draft = createToken.input.parse({
    name: name.slice(0, 30),
    remain_quota: FIRST_QUOTA,
    unlimited_quota: true,
  });
  await tokens.add(tx, id, draft);
}

const FIRST_QUOTA = 500_000;
