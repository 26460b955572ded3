import type * as http from 'node:http';

/**
 * What the gateway takes of `node:http`. An import of the module reads all of its exports for the list of names, and
 * with `WebSocket` Node loads its own fetch: 16 MB of memory and 60 ms of each start.
 */
export const { createServer, ServerResponse } = process.getBuiltinModule('node:http');
export type ServerResponse = http.ServerResponse;
