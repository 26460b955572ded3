import { writeFileSync } from 'node:fs';
import { tokensCss } from './css.ts';
import { tokensDtcg } from './dtcg.ts';

write('./tokens.gen.css', tokensCss());
write('./tokens.gen.json', `${JSON.stringify(tokensDtcg(), undefined, 2)}\n`);

function write(file: string, text: string): void {
  writeFileSync(new URL(file, import.meta.url), text);
}
