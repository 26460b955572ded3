import { mountStandalone } from '@tollgate/console-sdk/standalone';
import { area } from './area.tsx';

mountStandalone({ id: 'example-area', area, path: '/example-area' });
