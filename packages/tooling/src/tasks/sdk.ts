import { packSdk } from '../sdk/pack.ts';

/** `npm run sdk`: packs what areas in repositories of their own install; a gateway of this folder serves it. */
const { version, packages } = packSdk();
process.stdout.write(`Packed ${Object.keys(packages).length} packages of version ${version} in sdk/dist.\n`);
