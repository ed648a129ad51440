/** Sockets of one process. */
export const SOCKETS_MAX = 10_000;
/** Sockets of one caller in one process. */
export const SOCKETS_PER_CALLER_MAX = 100;
/** Calls that run at the same time on one socket. */
export const CALLS_PER_SOCKET_MAX = 8;
/** Messages that arrived together and wait until the one before is read. */
export const MESSAGES_WAITING_MAX = 1_000;
/** Between two pings. A socket without an answer to the last one is gone. */
export const PING_EVERY_MS = 20_000;
/** How long the end of a socket may take, before its connection is cut. */
export const CLOSING_MS = 2_000;
/** Bytes of the reason that a close frame can hold. */
export const REASON_BYTES_MAX = 123;

/** Why a socket ends (RFC 6455, 7.4). */
export const closeCodes = {
  done: 1000,
  stopping: 1001,
  onlyText: 1003,
  rightLost: 1008,
  stalled: 1008,
  internal: 1011,
} as const;
