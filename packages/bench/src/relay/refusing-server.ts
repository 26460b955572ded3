import { createServer } from 'node:http';

/**
 * Rejects every request before reading the body, to measure the sender's own cost without the gateway. Usage:
 * `refusing-server.ts <port>`.
 */
createServer((_request, response) => {
  response.writeHead(429, { connection: 'close' }).end();
}).listen(Number(process.argv[2]), '127.0.0.1');
