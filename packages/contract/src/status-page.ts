import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { rowId, unixSeconds } from './field-schemas.ts';
import { modelStatus } from './pricing.ts';

export const incidentStates = ['investigating', 'identified', 'monitoring', 'resolved'] as const;
export type IncidentState = (typeof incidentStates)[number];

const incidentFields = {
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
  text: z.string().check(z.trim(), z.maxLength(5000)),
  state: z.enum(incidentStates),
  /** Affected models. Empty: all. */
  models: z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))).check(z.maxLength(50)),
  started_at: unixSeconds.check(z.minimum(0)),
};

/** A disturbance, as an administrator describes it. */
export const incident = z.object({
  id: z.int(),
  ...incidentFields,
  /** 0: not resolved. */
  resolved_at: z.int(),
  updated_at: z.int(),
});
export type Incident = z.output<typeof incident>;
export type IncidentDraft = z.input<typeof createIncident.input>;

/** How all channels of a model together serve. Says nothing of any one of them, and not how many calls there were. */
export const publicModel = z.object({
  model: z.string(),
  /** In the last hour. */
  status: modelStatus,
  /** Share of the calls that were served, 0 to 1, in 30 days. Null: there were none. */
  uptime: z.nullable(z.number()),
  /** Median time to the first token in the last day. Null: not known. */
  first_token_ms: z.nullable(z.int()),
  /** The same share for each of the 30 days, oldest first. */
  days: z.array(z.nullable(z.number())),
});
export type PublicModel = z.output<typeof publicModel>;

export const statusPage = z.object({
  updated_at: z.int(),
  /** With problems first, then by name; at most 300. */
  models: z.array(publicModel),
  /** Those that are open, and those of the last 14 days; newest first. */
  incidents: z.array(incident),
});
export type StatusPage = z.output<typeof statusPage>;

export const STATUS_DAYS = 30;

export const getStatusPage = endpoint({
  address: 'GET /api/status/page',
  summary: 'How models serve, and incidents: what the status page shows. Only while it is switched on.',
  access: 'public',
  cacheSeconds: 30,
  input: z.object({}),
  output: statusPage,
});

export const createIncident = endpoint({
  address: 'POST /api/incident/',
  summary: 'Publishes an incident on the status page.',
  access: 'admin',
  input: z.object({
    ...incidentFields,
    text: z._default(incidentFields.text, ''),
    state: z._default(incidentFields.state, 'investigating'),
    models: z._default(incidentFields.models, []),
    /** 0: now. */
    started_at: z._default(incidentFields.started_at, 0),
  }),
  output: incident,
});

export const updateIncident = endpoint({
  address: 'PUT /api/incident/',
  summary: 'Changes an incident: fields that are left out stay.',
  access: 'admin',
  input: z.object({ id: rowId, ...z.partial(z.object(incidentFields)).shape }),
  output: incident,
});

export const deleteIncident = endpoint({
  address: 'DELETE /api/incident/:id',
  summary: 'Deletes an incident.',
  access: 'admin',
  input: z.object({ id: rowId }),
  output: z.undefined(),
});
