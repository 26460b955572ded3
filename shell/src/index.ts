import './federation/trusted-types.ts'; // first: the policy must exist before any chunk is requested
import './federation/hot-update.ts';
import { startConsole } from './app/start-console.ts';

startConsole(() => import('./bootstrap.tsx'));
