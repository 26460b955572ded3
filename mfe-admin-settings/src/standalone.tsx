import { mountStandalone } from '@tollgate/console-sdk/standalone';
import { area } from './area.tsx';

mountStandalone({ id: 'admin-settings', area, path: '/setting' });
