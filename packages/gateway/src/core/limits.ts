/**
 * The resources that one caller, one connection and one provider may use: every limit without an option, in
 * bytes, milliseconds or pieces. Described for operators in `docs/operating.md`.
 */

const MEGABYTE = 1024 * 1024;
const MINUTE = 60_000;
const NO_LIMIT = Number.POSITIVE_INFINITY;

/** Request bodies of model calls. */
export const bodyLimits = {
  /** One body, unpacked. */
  bytes: 32 * MEGABYTE,
  /** All bodies of running calls together; less on a machine with less than 2 GB. */
  inFlightBytes: 512 * MEGABYTE,
  /** How much larger a body may become when unpacked, beyond the first megabyte. */
  inflation: 100,
  freeInflationBytes: MEGABYTE,
} as const;

/** Limits for the structure of a JSON text before it is parsed. Long strings and number lists are free. */
export const jsonLimits = {
  /** Forms from the console's pages. */
  form: {
    depth: 64,
    fields: 10_000,
    members: 10_000,
    items: 20_000,
    shapes: 10_000,
    weight: NO_LIMIT,
    escapes: NO_LIMIT,
    numbers: NO_LIMIT,
  },
  /** Model calls: two thousand messages with a hundred tools use a tenth of that. */
  request: {
    depth: 64,
    fields: 1000,
    members: 100_000,
    items: 100_000,
    shapes: 12_000,
    weight: 16 * MEGABYTE,
    /** A base64 image of 32 MB with PHP's `\/` has half a million. */
    escapes: 1_500_000,
    /** An embeddings request to OpenAI may have 300,000 tokens. */
    numbers: 2_500_000,
  },
  /** Provider responses: probabilities of every token make large ones. */
  answer: {
    depth: 128,
    fields: 1000,
    members: 500_000,
    items: 500_000,
    shapes: 12_000,
    weight: NO_LIMIT,
    escapes: NO_LIMIT,
    numbers: NO_LIMIT,
  },
  /** One event of a stream. */
  event: {
    depth: 128,
    fields: 1000,
    members: 100_000,
    items: 100_000,
    shapes: 12_000,
    weight: NO_LIMIT,
    escapes: NO_LIMIT,
    numbers: NO_LIMIT,
  },
  /** Messages of one conversation. */
  messages: 10_000,
  /** Larger bodies are read in a separate thread, because even counting takes milliseconds. */
  threadBytes: 512 * 1024,
  /** In larger bodies, long strings and lists of numbers are cut out before `JSON.parse`. */
  outlineBytes: 128 * 1024,
} as const;

/** The server's side of a connection. */
export const connectionLimits = {
  headerBytes: 16 * 1024,
  urlLength: 8192,
  requestsPerSocket: 1000,
  headersMs: 20_000,
  /** How often slow connections are checked. */
  checkMs: 1000,
  /** For the whole request to arrive. Responses may take as long as they need. */
  requestMs: 2 * MINUTE,
  keepAliveMs: 65_000,
} as const;

/** WebSockets with callers and with providers. */
export const webSocketLimits = {
  /** From the first close frame, sent or received, until the connection is destroyed. */
  closeMs: 2000,
} as const;

/** Limits for providers: how long to wait, and how much to read. */
export const upstreamLimits = {
  connectMs: 5000,
  headerBytes: 16 * 1024,
  /** Before the response and within it. */
  silenceMs: 2 * MINUTE,
  /** A whole response, however active it is. */
  answerMs: 60 * MINUTE,
  /** Until a background response is looked at for the first time. */
  backgroundPauseMs: 1000,
  wholeBytes: 64 * MEGABYTE,
  /** Between the last event of a stream and the end of its connection. */
  endMs: 250,
  /** One line of a stream. */
  lineBytes: MEGABYTE,
  /** The same for images or sound, which come in one line each. */
  mediaLineBytes: 16 * MEGABYTE,
} as const;

/** Limits that concern callers and their streams. */
export const callerLimits = {
  /** For money that other calls of the same payer hold. */
  moneyWaitMs: 10_000,
  /** Of one user in 30 seconds, refused for their structure. */
  heavyBodies: 5,
  /** A caller that reads nothing for this long counts as gone. */
  stallMs: MINUTE,
  /** A stream is read for its usage after its caller left, but only for this long and this many at once. */
  drainMs: MINUTE,
  abandonedStreams: 200,
} as const;

/** Limits for lists, sums and exports at the databases. Numbers count statements, times are milliseconds. */
export const readLimits = {
  /** Concurrent statements; for SQLite the number of reader processes. */
  running: 3,
  runningEach: 2,
  waiting: 100,
  waitingEach: 20,
  waitMs: 15_000,
  /** One statement of a list, a sum or a chart. */
  listMs: 30_000,
  /** One page of an export. */
  exportMs: 2 * MINUTE,
  /** One statement of a job. */
  jobMs: 5 * MINUTE,
} as const;

/** Rows of failed calls in the usage log. Each gateway gathers its own. */
export const failedCallLimits = {
  /** Rows are written together after this time. */
  gatherMs: 1000,
  /** Of one user and of all users within it. */
  rowsEach: 10,
  rows: 200,
} as const;

/** Counts of channel health. */
export const healthLimits = {
  /** Written together after this time. */
  gatherMs: 5000,
  /** For how long counts by minute and by hour are kept; those by day are kept for ever. */
  minutesDays: 8,
  hoursDays: 100,
  /** The reported time of answers that took longer than the histogram can tell. */
  longestMs: 800_000,
} as const;

/** Spans on their way to a collector. */
export const traceLimits = {
  /** Beyond it spans are dropped: about 4 MB. */
  queueSpans: 4096,
  /** Spans of one request, at least: few enough that formatting them holds nothing up. */
  batchSpans: 256,
  pauseMs: 5000,
  /** How long a collector may take. */
  answerMs: 10_000,
  /** Tries of a batch, and the pause before the second; later ones double up to a bound. About a minute in all. */
  attempts: 10,
  retryMs: 1000,
  longestRetryMs: 10_000,
  /** How long the end of the gateway waits for what is left. */
  closeMs: 2000,
} as const;

/** Records of failed upstream attempts. They cost callers nothing and are deleted even if the log is kept. */
export const ledgerLimits = {
  /** How long the end of a call that used more than its hold waits for a database that is away. */
  coverMs: 10_000,
} as const;

/** Objects of the log stream. */
export const logStreamLimits = {
  /** An object is written when so many rows wait, or the oldest has waited for so long. */
  rows: 5_000,
  gatherMs: 60_000,
  /** About; rows beyond it are in the next object. */
  bytes: 8 * 1024 * 1024,
} as const;

export const attemptLimits = {
  /** Long enough to investigate a provider's errors. */
  days: 30,
  /** Approximate: ids that were never used count too. */
  rows: 1_000_000,
} as const;
