import type { AppError } from './errors';
import type { Feature } from './feature';
import type { HttpBinding } from './http-binding';
import type { Constructor, Input } from './input';
import type { AnyOperation, InputOf, Policy, ValueOf } from './operation';

/** A call that runs on a socket. */
export interface RunningMessage<N = unknown> {
  /** Kind of the message that began it. */
  readonly kind: string;
  /** As `notes` of its call made it of the values so far. */
  readonly noted?: N;
}

/** How a socket was opened, and what happens on it. */
export interface SocketVisit<P = unknown, Q = unknown, N = unknown> {
  /** Parameters of the path. */
  readonly params: P;
  /** Parameters of the query. */
  readonly query: Q;
  /** Headers of the request, names in lower case, without credentials and without those of the connection. */
  readonly headers: Readonly<Record<string, string>>;
  /** How many calls messages have begun on this socket so far. */
  readonly begun: number;
  /** The calls that run now. One whose last frame was sent may still be here: `notes` can say that it was the last. */
  readonly running: readonly RunningMessage<N>[];
}

/** The end of a call, other than by a stop or with its socket. */
export interface SocketEnding<M, V> {
  /** The message that began it. */
  readonly message: M;
  /** The answer, or the last value; absent where there was none. */
  readonly last?: V;
  /** As the client saw it. */
  readonly error?: AppError;
}

/** What a client says over a socket: a message that calls an operation, whose values become frames. */
export interface SocketCall<M, O, P, Q, N = unknown> {
  /** The message, checked like the body of a request. */
  readonly takes: Constructor<M>;
  /** The operation, called with the rights of the caller that opened the socket. */
  readonly calls: O;
  /** Pure. Its input. */
  readonly input: (message: M, visit: SocketVisit<P, Q, N>) => Partial<InputOf<O>>;
  /** Pure. The frame of an answer, or of one value of a stream; undefined: none is sent. */
  readonly frame: (value: ValueOf<O>, message: M) => unknown;
  /** Pure. A frame after the last value, where there is one. */
  readonly end?: (message: M) => unknown;
  /** Pure. What later messages need to know of this call, after each value and before its frame is sent. */
  readonly notes?: (value: ValueOf<O>, noted: N | undefined) => N;
  /** Pure. Whether the socket closes (1000) when this call has ended; by default it stays open. */
  readonly closes?: (ending: SocketEnding<M, ValueOf<O>>, visit: SocketVisit<P, Q, N>) => boolean;
}

/** A call at the beginning of a socket, before any message is read. */
export interface SocketOpening<O, P, Q> {
  /** The operation, called with the rights of the caller that opens the socket. */
  readonly calls: O;
  /** Pure. Its input. */
  readonly input: (visit: SocketVisit<P, Q>) => Partial<InputOf<O>>;
  /** Pure. As in `SocketCall`; without it the answer is no frame. */
  readonly frame?: (value: ValueOf<O>) => unknown;
}

/** A call that the address of a socket asks for: it runs as if a message had begun it. */
export interface SocketBeginning<M, O, P, Q, N = unknown> extends Omit<SocketCall<M, O, P, Q, N>, 'takes'> {
  /** Pure. What the address says; undefined: it asks for none. */
  readonly message: (visit: SocketVisit<P, Q, N>) => M | undefined;
}

/** Kind of the call that the address of a socket asks for. */
export const BEGINNING = 'begins';

/** A message of the client, of whatever kind. */
export interface SaidMessage {
  /** Its kind, which may be none that the socket takes. */
  readonly kind: string;
  /** As it was sent, not yet checked. */
  readonly message: object;
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
  readonly notes?: (value: unknown, noted: unknown) => unknown;
  readonly closes?: (ending: SocketEnding<object, unknown>, visit: SocketVisit) => boolean;
}

/** Any call that an address asks for, in the same way. */
export interface AnySocketBeginning extends Omit<AnySocketCall, 'takes'> {
  readonly message: (visit: SocketVisit) => object | undefined;
}

/** Any opening of a socket, in the same way. */
export interface AnySocketOpening {
  readonly calls: AnyOperation;
  readonly input: (visit: SocketVisit) => Partial<Input>;
  readonly frame?: (value: unknown) => unknown;
}

/** Declaration of a socket: a door of the gateway that composes operations by a table of its messages. */
export interface SocketParts<P = unknown, Q = unknown, N = unknown> {
  /** `service.aggregate.socket`; its name in metrics. */
  readonly name: string;
  /** A few words for lists. */
  readonly summary: string;
  /** Text after the summary; by default the doc comment of the socket. */
  readonly description?: string;
  /** Where it is. Of several paths the first is the main one, as in `HttpBinding`. */
  readonly http: Pick<HttpBinding, 'host' | 'unknownBox' | 'path'>;
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
  /**
   * A call that runs before any message is read, and is to be short: `openOn` declares it. When it fails, the socket
   * sends that one frame and closes (1000).
   */
  readonly opens?: AnySocketOpening;
  /** A call of the kind `BEGINNING` that the address asks for: `beginWith` declares it. It starts after `opens`. */
  readonly begins?: AnySocketBeginning;
  /** Messages by their kind. */
  readonly messages: Readonly<Record<string, AnySocketCall | SocketStop>>;
  /** Pure. The kind of a message; undefined: it has none. By default it is the member `type`. */
  readonly kindOf?: (message: object) => string | undefined;
  /** Pure. Why a message cannot be taken now: the client gets the error as a frame, and nothing else changes. */
  readonly refuses?: (said: SaidMessage, visit: SocketVisit<P, Q, N>) => AppError | undefined;
  /** What frames are, those of failures included; for the interface document. */
  readonly frames: Constructor<unknown>;
  /** Pure. The frame of a message that was refused, or of a call that failed and is still among those that run. */
  readonly failure: (error: AppError, kind: string | undefined, visit: SocketVisit<P, Q, N>) => unknown;
}

/** A declared socket, for what treats them all alike. */
export type AnySocket = Omit<SocketParts, 'params' | 'query' | 'refuses' | 'failure'> & {
  readonly params?: Constructor<unknown>;
  readonly query?: Constructor<unknown>;
  // Methods, since the gateway calls them with what it has checked against the classes of the socket.
  refuses?(said: SaidMessage, visit: SocketVisit): AppError | undefined;
  failure(error: AppError, kind: string | undefined, visit: SocketVisit): unknown;
};

/** Bytes of the largest message that a client may send, by default. */
export const MESSAGE_SIZE_BYTES_MAX = 1024 ** 2;
/** Seconds after which a socket is closed on which nothing is said and no call runs, by default. */
export const SOCKET_IDLE_S = 300;

/** Declares a socket. `message` is for its table. */
export function socket<P = object, Q = object, N = unknown>(parts: SocketParts<P, Q, N>): SocketParts<P, Q, N> {
  return parts;
}

/** The call with which a socket opens. */
export function openOn<O extends AnyOperation, P = object, Q = object>(
  opening: SocketOpening<O, P, Q>,
): AnySocketOpening {
  // As in `message`.
  return opening as unknown as AnySocketOpening;
}

/** The call that the address of a socket asks for. */
export function beginWith<M extends object, O extends AnyOperation, P = object, Q = object, N = unknown>(
  beginning: SocketBeginning<M, O, P, Q, N>,
): AnySocketBeginning {
  // As in `message`.
  return beginning as unknown as AnySocketBeginning;
}

/** A message that calls an operation. */
export function message<M extends object, O extends AnyOperation, P = object, Q = object, N = unknown>(
  call: SocketCall<M, O, P, Q, N>,
): AnySocketCall {
  // The gateway checks each message against `takes`, the visit against the classes of the socket, and passes on values
  // of this very operation.
  return call as unknown as AnySocketCall;
}
