import path from 'node:path';
import Fastify from 'fastify';
import { registerConsole } from '../http/page.ts';

/**
 * Serves the console without a gateway, for tests of how areas load: `node console-server.ts <port> [root]`.
 * `AREA_MIRROR` is the setting of the gateway. Answers every call of the API with 404. Ends with its standard input, so that an interrupted test leaves no
 * process behind.
 */
const [port = '0', root = path.resolve(import.meta.dirname, '../../../..')] = process.argv.slice(2);
const app = Fastify();
registerConsole(app, { root, mirror: process.env.AREA_MIRROR });
process.stdout.write(`${await app.listen({ port: Number(port), host: '127.0.0.1' })}\n`);
process.once('SIGTERM', () => process.exit());
process.stdin.resume().once('end', () => process.exit());
