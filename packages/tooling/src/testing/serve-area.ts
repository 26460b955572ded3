import { serveDeveloped } from '@tollgate/mfe-kit/serve-developed';
import { placeArea } from '@tollgate/mfe-kit/workspace';

/** `node serve-area.ts <id> <folder> <console>`: `dev --into` for a copy of an area, which a test may edit. */
const [id = '', folder = '', address = ''] = process.argv.slice(2);
placeArea(id, folder);
const server = await serveDeveloped(id, { console: address, port: 0 });
process.stdout.write(`is served at ${server.origin}\n`);
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)));
