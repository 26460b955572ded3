import { mountStandalone } from '@tollgate/console-sdk/standalone';
import { area } from './area.tsx';

mountStandalone({ id: 'logs', area, path: '/log' });
