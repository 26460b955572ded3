import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';

const root = path.join(import.meta.dirname, 'storybook-static');
const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
/** Seconds. A browser that caches the scripts also caches their compiled code. */
const A_TEST_RUN = 3600;

/** Serves the built Storybook on 127.0.0.1: `node serve-static.ts 6106`. */
createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const file = path.join(root, pathname === '/' ? 'index.html' : path.normalize(pathname));
  if (!file.startsWith(root) || !existsSync(file) || !statSync(file).isFile()) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, {
    'content-type': types[path.extname(file)] ?? 'application/octet-stream',
    'cache-control': `max-age=${A_TEST_RUN}`,
  });
  createReadStream(file).pipe(response);
}).listen(Number(process.argv[2]), '127.0.0.1');
