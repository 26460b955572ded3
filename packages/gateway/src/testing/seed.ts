import { parseArgs } from 'node:util';
import { openGateway } from '../cli/open-gateway.ts';
import { readConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { seedCalls } from './seed-calls.ts';
import { seedCodes } from './seed-codes.ts';
import { seedModels } from './seed-models.ts';
import { seedTokens, seedUsers } from './seed-people.ts';
import { seedDrawings, seedTasks } from './seed-work.ts';

/**
 * Fills a database with data like that of years, next to a gateway that may be running: `DATA_DIR=… node
 * seed.ts --users 1000`. Uses repositories and ledger, so the books stay consistent.
 */
const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '1000' },
    tokens: { type: 'string', default: '5000' },
    codes: { type: 'string', default: '10000' },
    calls: { type: 'string', default: '20000' },
    models: { type: 'string', default: '2000' },
    drawings: { type: 'string', default: '200' },
    tasks: { type: 'string', default: '200' },
  },
});
const gateway = await openGateway(readConfig(process.env), createLog('warn'));
try {
  const people = await seedUsers(gateway.ctx, Number(values.users));
  await seedTokens(gateway.ctx, people, Number(values.tokens));
  await seedCodes(gateway.ctx, people, Number(values.codes));
  await seedCalls(gateway.ctx, people, Number(values.calls));
  await seedModels(gateway.ctx, Number(values.models));
  await seedDrawings(gateway.ctx, people, Number(values.drawings));
  await seedTasks(gateway.ctx, people, Number(values.tasks));
} finally {
  await gateway.close();
}
