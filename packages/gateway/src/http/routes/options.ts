import { listOptions, resetModelRatio, saveOption, saveOptions } from '@tollgate/contract';
import * as options from '../../modules/settings/options.ts';
import type { Serve } from '../serve.ts';

export function optionRoutes(serve: Serve): void {
  serve(listOptions, options.list);
  serve(saveOption, options.save);
  serve(saveOptions, options.saveMany);
  serve(resetModelRatio, options.resetModelRatio);
}
