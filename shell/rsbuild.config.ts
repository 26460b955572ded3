import { defineShellConfig } from '@tollgate/mfe-kit/rsbuild';

export default defineShellConfig();
