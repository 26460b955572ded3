const NO_BUILD = 'ffffffffff';
const anything = { input: () => ({}) };

/** For each endpoint about areas, input that an allowed caller may send and that changes nothing. */
export const areaRows: Record<string, { input: () => Record<string, unknown> }> = {
  'POST /api/console/areas/:id/builds': { input: () => ({ id: 'logs' }) },
  'GET /api/console/areas/:id/builds/:build_id': { input: () => ({ id: 'unknown', build_id: NO_BUILD }) },
  'GET /api/console/areas': anything,
  'GET /api/console/areas/names': anything,
  'GET /api/console/areas/resolution': anything,
  'PUT /api/console/areas/:id/channels/stable': { input: () => ({ id: 'unknown', build_id: NO_BUILD }) },
  'PUT /api/console/areas/:id/channels/canary': {
    input: () => ({ id: 'unknown', build_id: NO_BUILD, percent: 1 }),
  },
  'DELETE /api/console/areas/:id/channels/canary': { input: () => ({ id: 'unknown' }) },
  'POST /api/console/areas/:id/rollback': { input: () => ({ id: 'unknown' }) },
  'POST /api/console/areas/:id/kill': { input: () => ({ id: 'unknown', reason: 'none' }) },
  'POST /api/console/areas/:id/revive': { input: () => ({ id: 'unknown', reason: 'none' }) },
  'POST /api/console/areas/:id/retire': { input: () => ({ id: 'unknown', reason: 'none' }) },
  'PUT /api/console/areas/:id/pins/:user_id': {
    input: () => ({ id: 'unknown', user_id: 1, build_id: NO_BUILD, reason: 'none' }),
  },
  'PUT /api/console/areas/:id/override': {
    input: () => ({ id: 'unknown', origin: 'http://127.0.0.1:3104' }),
  },
  'PUT /api/console/areas/:id/preview': { input: () => ({ id: 'unknown', build_id: NO_BUILD }) },
  'DELETE /api/console/areas/:id/preview': { input: () => ({ id: 'unknown' }) },
  'DELETE /api/console/areas/:id/override': { input: () => ({ id: 'unknown' }) },
  'DELETE /api/console/areas/:id/pins/:user_id': { input: () => ({ id: 'unknown', user_id: 1 }) },
  'GET /api/console/areas/:id/members': { input: () => ({ id: 'logs' }) },
  'PUT /api/console/areas/:id/members/:user_id': {
    input: () => ({ id: 'logs', user_id: 999, rights: ['watch'] }),
  },
  'DELETE /api/console/areas/:id/members/:user_id': { input: () => ({ id: 'logs', user_id: 999 }) },
  'GET /api/console/publishers': anything,
  'POST /api/console/publish-keys': { input: () => ({ name: 'n', public_key: `${'A'.repeat(43)}=` }) },
  'POST /api/console/publish-keys/:id/retire': { input: () => ({ id: 999 }) },
  'DELETE /api/console/publish-keys/:id': { input: () => ({ id: 999 }) },
  'POST /api/console/areas/:id/tokens': { input: () => ({ id: 'unknown', name: 'n' }) },
  'DELETE /api/console/publish-tokens/:id': { input: () => ({ id: 999 }) },
  'PUT /api/console/areas/:id/approval': { input: () => ({ id: 'unknown', needed: false }) },
  'DELETE /api/console/areas/:id/promotion': { input: () => ({ id: 'unknown' }) },
  'GET /api/console/areas/:id/ci-identities': { input: () => ({ id: 'unknown' }) },
  'POST /api/console/areas/:id/ci-identities': { input: () => ({ id: 'unknown', name: 'n' }) },
  'DELETE /api/console/ci-identities/:id': { input: () => ({ id: 999 }) },
  'POST /api/console/areas/:id/ci-token': { input: () => ({ id: 'unknown' }) },
  'GET /api/console/areas/:id/trouble': { input: () => ({ id: 'logs', hours: 24 }) },
  'PUT /api/console/areas/:id/builds/:build_id/note': {
    input: () => ({ id: 'unknown', build_id: NO_BUILD, note: '' }),
  },
  'POST /api/console/telemetry': { input: () => ({ schema: 1, events: [] }) },
};
