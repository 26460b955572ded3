import { createServer } from 'node:http';

/**
 * Refuses every request before it reads the body. What a sender takes from the machine can be measured with it, without
 * the gateway. Usage: `refusing-server.ts <port>`.
 */
createServer((_request, response) => {
  response.writeHead(429, { connection: 'close' }).end();
}).listen(Number(process.argv[2]), '127.0.0.1');
