import { mountStandalone } from '@tollgate/console-sdk/standalone';
import { area } from './area.tsx';

mountStandalone({ id: 'playground', area, path: '/playground' });
