import type { AppError } from './errors';
import type { Feature } from './feature';
import type { HttpBinding } from './http-binding';
import type { Constructor, Input } from './input';
import type { AnyOperation, InputOf, Policy, ValueOf } from './operation';

/** Who opened a socket, and where. */
export interface SocketVisit<P = unknown, Q = unknown> {
  /** Parameters of the path. */
  readonly params: P;
  /** Parameters of the query. */
  readonly query: Q;
}

/** What a client says over a socket: a message that calls an operation, whose values become frames. */
export interface SocketCall<M, O, P, Q> {
  /** The message, checked like the body of a request. */
  readonly takes: Constructor<M>;
  /** The operation, called with the rights of the caller that opened the socket. */
  readonly calls: O;
  /** Pure. Its input. */
  readonly input: (message: M, visit: SocketVisit<P, Q>) => Partial<InputOf<O>>;
  /** Pure. The frame of an answer, or of one value of a stream; undefined: none is sent. */
  readonly frame: (value: ValueOf<O>, message: M) => unknown;
  /** Pure. A frame after the last value, where there is one. */
  readonly end?: (message: M) => unknown;
}

/** A message that ends the calls of other messages that are still running on this socket. */
export interface SocketStop {
  /** Kinds of messages. */
  readonly stops: readonly string[];
}

/** Any call of a socket, for what treats them all alike. */
export interface AnySocketCall {
  readonly takes: Constructor;
  readonly calls: AnyOperation;
  readonly input: (message: object, visit: SocketVisit) => Partial<Input>;
  readonly frame: (value: unknown, message: object) => unknown;
  readonly end?: (message: object) => unknown;
}

/** Declaration of a socket: a door of the gateway that composes operations by a table of its messages. */
export interface SocketParts<P = unknown, Q = unknown> {
  /** `service.aggregate.socket`; its name in metrics. */
  readonly name: string;
  /** A few words for lists. */
  readonly summary: string;
  /** Where it is. */
  readonly http: Pick<HttpBinding, 'host' | 'unknownBox'> & { readonly path: string };
  /** Who may open it. With `session: 'page'` the cookie of a session counts, for pages of this origin only. */
  readonly policy: Policy;
  /** The feature it belongs to, as that of an operation. */
  readonly feature?: Feature;
  /** Parameters of the path. */
  readonly params?: Constructor<P>;
  /** Parameters of the query. */
  readonly query?: Constructor<Q>;
  /** Bytes of the largest message; `MESSAGE_SIZE_BYTES_MAX` when absent. */
  readonly messageSizeBytesMax?: number;
  /** How long it stays open while nothing is said and no call runs; `SOCKET_IDLE_S` when absent. */
  readonly idleS?: number;
  /** Messages by their kind, which is their member `type`. */
  readonly messages: Readonly<Record<string, AnySocketCall | SocketStop>>;
  /** Pure. The frame of a message that was refused, or of a call that failed. */
  readonly failure: (error: AppError, kind: string | undefined) => unknown;
}

/** A declared socket, for what treats them all alike. */
export type AnySocket = Omit<SocketParts, 'params' | 'query'> & {
  readonly params?: Constructor<unknown>;
  readonly query?: Constructor<unknown>;
};

/** Bytes of the largest message that a client may send, by default. */
export const MESSAGE_SIZE_BYTES_MAX = 1024 ** 2;
/** Seconds after which a socket is closed on which nothing is said and no call runs, by default. */
export const SOCKET_IDLE_S = 300;

/** Declares a socket. `message` and `stop` are for its table. */
export function socket<P = object, Q = object>(parts: SocketParts<P, Q>): SocketParts<P, Q> {
  return parts;
}

/** A message that calls an operation. */
export function message<M extends object, O extends AnyOperation, P = object, Q = object>(
  call: SocketCall<M, O, P, Q>,
): AnySocketCall {
  // The gateway checks each message against `takes`, the visit against the classes of the socket, and passes on values
  // of this very operation.
  return call as unknown as AnySocketCall;
}
