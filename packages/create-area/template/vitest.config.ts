import { defineAreaTests } from '@tollgate/area-kit/vitest';
import { defineConfig } from 'vitest/config';

export default defineConfig(defineAreaTests());
