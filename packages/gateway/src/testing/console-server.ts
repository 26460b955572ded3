import path from 'node:path';
import Fastify from 'fastify';
import { registerConsole } from '../http/page.ts';

/**
 * The console without a gateway behind it, for tests of how areas load: `node console-server.ts <port> [root]`. Every
 * call of the API is answered with 404. Ends with its standard input, so that an interrupted test leaves nothing behind.
 */
const [port = '0', root = path.resolve(import.meta.dirname, '../../../..')] = process.argv.slice(2);
const app = Fastify();
registerConsole(app, { root });
process.stdout.write(`${await app.listen({ port: Number(port), host: '127.0.0.1' })}\n`);
process.once('SIGTERM', () => process.exit());
process.stdin.resume().once('end', () => process.exit());
