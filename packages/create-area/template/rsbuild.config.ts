import { defineAreaConfig } from '@tollgate/area-kit/rsbuild';

export default defineAreaConfig({ id: 'example-area', root: import.meta.dirname });
