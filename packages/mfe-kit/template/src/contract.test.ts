import { defineAreaContract } from '@tollgate/mfe-kit/testing';
import { area as source } from './area.manifest.ts';
import { area } from './area.tsx';

defineAreaContract({ id: 'example-area', area, source });
