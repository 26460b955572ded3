import { defineAreaConfig } from '@tollgate/mfe-kit/rsbuild';

export default defineAreaConfig({ id: 'example-area' });
