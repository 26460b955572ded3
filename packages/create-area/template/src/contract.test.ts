import path from 'node:path';
import { defineAreaContract } from '@tollgate/area-kit/testing';
import { area as source } from './area.manifest.ts';
import { area } from './area.tsx';

defineAreaContract({ id: 'example-area', root: path.resolve(import.meta.dirname, '..'), area, source });
