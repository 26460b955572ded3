import { homedir } from 'node:os';
import { join } from 'node:path';

/** The engine of ClickHouse as a Python package, which tests of the usage log start as a server. */
export const CHDB = 'chdb-core==26.9.0';

/** Where test machines have it: half a gigabyte, so one folder for all checkouts. */
export const CHDB_FOLDER = join(homedir(), '.cache', 'tollgate', 'chdb-core-26.9.0');
