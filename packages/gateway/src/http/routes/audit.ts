import { listAudit } from '@tollgate/contract';
import * as audit from '../../modules/audit/audit.ts';
import type { Serve } from '../serve.ts';

export function auditRoutes(serve: Serve): void {
  serve(listAudit, audit.list);
}
