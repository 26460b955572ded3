import {
  createToken,
  deleteToken,
  deleteTokens,
  getToken,
  getTokenBalance,
  listTokens,
  listTokenUsage,
  pageTokens,
  searchTokens,
  updateToken,
} from '@tollgate/contract';
import * as lists from '../../modules/tokens/token-lists.ts';
import * as usage from '../../modules/tokens/token-usage.ts';
import * as tokens from '../../modules/tokens/tokens.ts';
import type { Serve } from '../serve.ts';

export function tokenRoutes(serve: Serve): void {
  serve(listTokens, lists.list);
  serve(pageTokens, lists.page);
  serve(searchTokens, lists.search);
  serve(getToken, tokens.get);
  serve(createToken, tokens.create);
  serve(updateToken, tokens.update);
  serve(deleteToken, tokens.remove);
  serve(deleteTokens, tokens.removeMany);
  serve(listTokenUsage, usage.list);
  serve(getTokenBalance, usage.balance);
}
