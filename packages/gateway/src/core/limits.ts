/**
 * What one caller, one connection and one provider may take of the gateway: every bound that no option sets, in bytes,
 * milliseconds or pieces. `docs/operating.md` tells operators.
 */

const MEGABYTE = 1024 * 1024;
const MINUTE = 60_000;
const NO_LIMIT = Number.POSITIVE_INFINITY;

/** What callers of models send. */
export const bodyLimits = {
  /** One body, unpacked. */
  bytes: 32 * MEGABYTE,
  /** All bodies of calls under way together; less on a machine with less than 2 GB. */
  inFlightBytes: 512 * MEGABYTE,
  /** How much larger a body may become when it is unpacked, beyond the first megabyte. */
  inflation: 100,
  freeInflationBytes: MEGABYTE,
} as const;

/** How much structure a JSON text may have before anything is built from it. Long strings and lists of numbers are free. */
export const jsonLimits = {
  /** What the console's pages send: forms. */
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
  /** What callers of models send: two thousand messages with a hundred tools have a tenth of that. */
  request: {
    depth: 64,
    fields: 1000,
    members: 100_000,
    items: 100_000,
    shapes: 12_000,
    weight: 16 * MEGABYTE,
    /** A picture of 32 MB in base64 with PHP's `\/` has half a million. */
    escapes: 1_500_000,
    /** A request of OpenAI for embeddings may have 300,000 tokens. */
    numbers: 2_500_000,
  },
  /** What providers answer: probabilities of every token make large ones. */
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
  /** From here on a body is read in a thread of its own, as even counting takes milliseconds. */
  threadBytes: 512 * 1024,
  /** From here on long strings and lists of numbers are left out of what `JSON.parse` gets to see. */
  outlineBytes: 128 * 1024,
} as const;

/** The server's side of a connection. */
export const connectionLimits = {
  headerBytes: 16 * 1024,
  urlLength: 8192,
  requestsPerSocket: 1000,
  headersMs: 20_000,
  /** How often it is looked for connections that took too long. */
  checkMs: 1000,
  /** For the request to arrive whole; answers may take as long as they need. */
  requestMs: 2 * MINUTE,
  keepAliveMs: 65_000,
} as const;

/** WebSockets with callers and with providers. */
export const webSocketLimits = {
  /** From the first close frame, sent or received, until the connection is destroyed. */
  closeMs: 2000,
} as const;

/** What is waited for and taken from providers. */
export const upstreamLimits = {
  connectMs: 5000,
  headerBytes: 16 * 1024,
  /** Before the answer, and within it. */
  silenceMs: 2 * MINUTE,
  /** A whole answer, however lively it is. */
  answerMs: 60 * MINUTE,
  wholeBytes: 64 * MEGABYTE,
  /** Between the last event of a stream and the end of its connection. */
  endMs: 250,
  /** One line of a stream. */
  lineBytes: MEGABYTE,
  /** The same where pictures or sound are asked for, which come in one line each. */
  mediaLineBytes: 16 * MEGABYTE,
} as const;

/** How long streams wait for those who asked for them. */
export const callerLimits = {
  /** For money that other calls of the same payer hold. */
  moneyWaitMs: 10_000,
  /** Of one user in 30 seconds, refused for their structure. */
  heavyBodies: 5,
  /** A caller that takes nothing for so long is gone. */
  stallMs: MINUTE,
  /** A stream whose caller left is read on for its usage, but not for ever, and not by the hundred. */
  drainMs: MINUTE,
  abandonedStreams: 200,
} as const;

/** What lists, sums and exports may take of the databases. Numbers count statements, times are milliseconds. */
export const readLimits = {
  /** At once; for SQLite this is the number of processes that read. */
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

/** Records of failed attempts at a provider. Callers pay nothing for them, so they go also while the log is kept for ever. */
export const attemptLimits = {
  /** Long enough to look into what a provider did. */
  days: 30,
  /** Approximate: ids that were never used count too. */
  rows: 1_000_000,
} as const;
