/** What tests change of a relay. */
export interface RelayOverrides {
  /** Returns a number from 0 to 1, which chooses among channels. */
  random?: () => number;
  /** Milliseconds that an upstream may be silent. Default: two minutes. */
  silenceMs?: number;
  /** Milliseconds that a whole response may take. Default: an hour. */
  answerMs?: number;
  /** Milliseconds that a call waits for money held by other calls. Default: ten seconds. */
  moneyWaitMs?: number;
  /** Milliseconds that a caller may read nothing of its stream. Default: a minute. */
  stallMs?: number;
  /** Streams that the relay reads to the end after their callers left. Default: 200. */
  abandonedStreams?: number;
  /** Milliseconds until a background response is looked at for the first time. Default: a second. */
  backgroundPauseMs?: number;
  /** Milliseconds between two heartbeat comments. Default: the option decides. */
  heartbeatMs?: number;
  /** Bodies of one user that may be refused for their structure in 30 seconds. Default: 5. */
  heavyBodies?: number;
  /** Milliseconds until spans are sent to the collector. Default: five seconds. */
  tracePauseMs?: number;
  /** Bytes of all request bodies in memory. Default: a quarter of the memory, at most 512 MB. */
  inFlightBytes?: number;
}
