import type { Failures } from './failures';
import type { AppError, ErrorCode } from './errors';
import type { Feature } from './feature';
import type { Lane } from './lane';
import type { CredentialKind, Principal, Role } from './principal';

/** A class without constructor arguments. */
export type Constructor<T = object> = new () => T;

/** How an answer is written to the socket; `events` are server-sent events, one with JSON per value of a stream. */
export type Reply = 'json' | 'null' | 'empty' | 'ndjson' | 'binary' | 'text' | 'events';

/**
 * How a request body is read. `upload` streams into one blob, and the operation gets its key. `parts` streams into
 * blobs of bounded size; the operation is called before the first byte and with every part, as `BodyPart` says.
 */
export type BodyKind = 'json' | 'upload' | 'parts';

/** Form of a value on the socket, where it is more than its JSON. */
export interface HttpAnswer {
  /** Instead of `success`. */
  readonly status?: number;
  /** Besides those that every answer has. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Left out: nothing is written for this value. */
  readonly body?: unknown;
  /** Of a stream of `events`: the members beside the data. */
  readonly event?: EventParts;
}

/** Members of a server-sent event other than its data. */
export interface EventParts {
  /** The `Last-Event-ID` with which a client continues after it. */
  readonly id?: string;
  /** Type of the event. */
  readonly name?: string;
  /** Nothing for clients to see: keeps the connection alive. Without `body`. */
  readonly comment?: string;
}

/** More than any request needs that the interface knows: a vector has thousands, a conversation tens of thousands. */
export const BODY_NODES_MAX = 200_000;
/** The same of callers without a credential, who ask. */
export const ANONYMOUS_BODY_NODES_MAX = 10_000;
/** Levels of lists and objects in the JSON of a body. */
export const BODY_DEPTH_MAX = 512;

/** Most operations answer with this text when the knowledge box does not exist. */
export const UNKNOWN_BOX = 'Knowledge Box does not exist';
/** The text of some operations instead, which clients compare with. */
export const BOX_NOT_FOUND = 'Knowledge Box not found';

/** Another way to write the values of a stream, for callers that ask for it. */
export interface OtherReply<A = never> {
  /** Pure. Whether this caller gets it. */
  readonly when: (input: Input<unknown, unknown, unknown, unknown>) => boolean;
  /** Instead of that of the operation. */
  readonly reply: Reply;
  /** Pure. As in `HttpBinding`. */
  readonly respond?: (value: A) => HttpAnswer;
  /** Pure. As in `HttpBinding`. */
  readonly failure?: (error: AppError) => unknown;
}

/** Names a resource by its id or slug. */
export interface StoredContent {
  readonly rid?: string;
  readonly rslug?: string;
}

/** Where an operation is on HTTP, and how its answer is written. */
export interface HttpBinding<A = never> {
  /** HTTP method. */
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  /** Whether `POST` with a header `x-http-method-override` that names the method is the same request. */
  readonly takesOverride?: boolean;
  /**
   * Below the origin, parameters in braces: `/api/v1/kb/{kbid}/resources`; `{path*}` at the end takes the rest. Of
   * several paths the first is the main one; `endpointsOf` says how the others are named.
   */
  readonly path: string | readonly [main: string, ...others: string[]];
  /** Host that serves it. */
  readonly host: 'zone' | 'accounts';
  /** Status of an answer, unless `respond` gives another one. */
  readonly success: number;
  /** The refusal for a knowledge box that does not exist, `{kbid}` being its id. `UNKNOWN_BOX` when absent. */
  readonly unknownBox?: string;
  /** `json` when absent. */
  readonly reply?: Reply;
  /** Media type of the answer, where it is not the usual one of `reply`. */
  readonly contentType?: string;
  /** Of a `text`: whether `respond` may also answer it as a JSON string. */
  readonly alsoJson?: boolean;
  /** `json` when absent. */
  readonly bodyKind?: BodyKind;
  /**
   * Pure. Decodes a body of another media type than JSON to the value that is then checked. Without it every body is
   * JSON, regardless of its type.
   */
  readonly decodeBody?: (bytes: Uint8Array) => unknown;
  /**
   * Lists, objects, members and items that the JSON of the body may have, together; `BODY_NODES_MAX` when absent. Of
   * callers without a credential at most `ANONYMOUS_BODY_NODES_MAX` are taken.
   */
  readonly bodyNodesMax?: number;
  /** Other statuses besides success that the operation answers with on purpose, such as 206. */
  readonly alsoAnswers?: readonly number[];
  /** Meaning of the headers that `respond` adds to a successful answer, by name, for the interface document. */
  readonly answerHeaders?: Readonly<Record<string, string>>;
  /** The member of the answer that is the body; without it the answer is. Nothing is written where it is absent. */
  readonly member?: keyof A & string;
  /** Pure. For a stream it is called with every value; status and headers of the first one count. */
  readonly respond?: (value: A) => HttpAnswer;
  /**
   * Pure. For clients: the answer that `respond` was given, from what it wrote; without it the body is the answer. For
   * a stream it is called with every line.
   */
  readonly read?: (body: unknown, status: number) => unknown;
  /** Pure. The resource that content was stored in, for callers that prefer to wait until it can be found. */
  readonly stores?: (answer: A, params: Readonly<Record<string, string | undefined>>) => StoredContent | undefined;
  /** Type that `respond` makes of an answer, or of one value of a stream, where it is another one. */
  readonly writes?: Constructor<unknown>;
  /** Lets a stream be written in another way. */
  readonly otherReply?: OtherReply<A>;
  /** Data of a last event, which says that a stream of `events` is complete. */
  readonly lastEvent?: string;
  /** Pure. Lets a stream be answered as one JSON document. */
  readonly collect?: {
    readonly when: (input: Input<unknown, unknown, unknown, unknown>) => boolean;
    readonly into: (values: readonly A[]) => HttpAnswer;
    /** Type that `into` makes of the values. */
    readonly writes: Constructor<unknown>;
    /**
     * Headers by which it is asked for. The interface document names these values as their defaults: generated clients
     * send them by default, and read a document more easily than a stream.
     */
    readonly askedBy?: Readonly<Record<string, boolean>>;
  };
  /**
   * Pure. The last value of a stream that failed after its first one, when the status is gone already;
   * `{"item": {"type": "error", "error": text}}` by default. Without it, a stream of texts or bytes is
   * broken off instead.
   */
  readonly failure?: (error: AppError) => unknown;
  /** Pure. How a refusal is written where clients expect another envelope than `{"detail": …}`. */
  readonly refusal?: (error: AppError) => HttpAnswer;
  /** Type that `refusal` makes of an error. */
  readonly refusalWrites?: Constructor<unknown>;
}

/** Who may call, as data. */
export interface Policy {
  /**
   * `none` on a knowledge box means anyone, as long as the box is published and READER is enough. A temporal key
   * without groups passes where `sa` does; one with groups only where `temporal` is listed: the ask family.
   */
  readonly credentials: readonly CredentialKind[];
  /**
   * Holding any of them is enough; `any` accepts every caller whose credential kind fits and who may see the target.
   */
  readonly role: Role | 'any' | readonly Role[];
  /**
   * Target of the role: the knowledge box or account that a decorated id of `params` names, the caller itself, or
   * nothing.
   */
  readonly on: 'kb' | 'account' | 'self' | 'nothing';
  /**
   * NUA keys hold no roles: belonging to the account of the target is enough, unless this asks for a flag of the key.
   */
  readonly nuaKeyNeeds?: 'kb-management';
  /** Content of the header `Authorization`; by default the token of a user, of a peer or of a link. */
  readonly bearer?: 'nua';
  /** A temporal key is refused where its parent is accepted: objects made here would outlive it. */
  readonly refusesTemporalKeys?: boolean;
  /**
   * Belongs to running a knowledge box: its owners may do it from origins and addresses that the box does not allow, so
   * that they can correct a list that shuts them out.
   */
  readonly management?: boolean;
}

/** The only answer of an operation that refuses everyone. */
export interface Refusal {
  /** Its status follows from it. */
  readonly code: ErrorCode;
  /** The alternative, for people. */
  readonly message: string;
}

/** Declaration of an operation. */
export interface OperationParts<P, Q, H, B, A> {
  /** `service.aggregate.verb`; also the subject on the bus. */
  readonly name: string;
  /** A few words for lists, in the imperative. */
  readonly summary: string;
  /** Text after the summary; by default the doc comment of the operation. */
  readonly description?: string;
  /** Absent for operations that only other services call. */
  readonly http?: HttpBinding<A>;
  /** Needed with `http`: an operation without a policy does not become a route. */
  readonly policy?: Policy;
  /** The feature it belongs to: it is refused while that is blocked for the account of its target. */
  readonly feature?: Feature;
  /** Limits how many run at the same time. */
  readonly lane?: Lane;
  /** Parameters of the path. */
  readonly params?: Constructor<P>;
  /** Parameters of the query. */
  readonly query?: Constructor<Q>;
  /** Headers that it reads. */
  readonly headers?: Constructor<H>;
  /** Body of the request. */
  readonly body?: Constructor<B>;
  /** Described in OpenAPI; a stream's class describes one value. */
  readonly answer?: Constructor<A>;
  /** When it fails, besides what every operation may fail with. A text replaces the general one of its code. */
  readonly fails?: Failures;
  /**
   * Of an operation that may fail with `storage_full`, and does not delete: it is done even while less than the reserve
   * of the disk is free, since it frees room or takes rights away. With names: where the body has these members alone.
   */
  readonly worksWithoutRoom?: true | readonly string[];
  /** The JSON document that the values of a stream are pieces of, which OpenAPI describes instead of them. */
  readonly document?: Constructor<unknown>;
  /**
   * How everyone is refused whom the policy admits: clients know the path, but this product has nothing there. Such an
   * operation has no handler.
   */
  readonly refuses?: Refusal;
  /** From first byte to last for a unary operation; between two values for a stream. */
  readonly deadlineMs: number;
}

/** An operation with one answer. */
export interface UnaryOperation<P = unknown, Q = unknown, H = unknown, B = unknown, A = unknown> extends OperationParts<
  P,
  Q,
  H,
  B,
  A
> {
  /** Absent or false: one answer. */
  readonly stream?: false;
}

/** An operation that answers with many values. */
export interface StreamOperation<
  P = unknown,
  Q = unknown,
  H = unknown,
  B = unknown,
  A = unknown,
> extends OperationParts<P, Q, H, B, A> {
  /** Always true. */
  readonly stream: true;
}

/** Any operation, for what treats them all alike. */
export interface AnyOperation extends Omit<OperationParts<unknown, unknown, unknown, unknown, never>, 'answer'> {
  /** As in `OperationParts`, of any type. */
  readonly answer?: Constructor<unknown>;
  /** Whether it answers with many values. */
  readonly stream?: boolean;
}

/**
 * Whether an operation stores more data: it is refused while less than the reserve of the disk is free.
 *
 * @param body as it was validated; absent: whether any body adds
 */
export function needsRoom({ fails = {}, http, worksWithoutRoom = [] }: AnyOperation, body?: unknown): boolean {
  if (fails.storage_full === undefined || http?.method === 'DELETE' || worksWithoutRoom === true) return false;
  if (worksWithoutRoom.length === 0 || typeof body !== 'object' || body === null) return true;
  return Object.entries(body).some(([name, value]) => !worksWithoutRoom.includes(name) && !isEmpty(value));
}

/** Nothing, or a list or a map without entries, which a default may be. */
function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

/** Declares an operation once: routes, handlers, OpenAPI, client and tests are computed from the value. */
export function operation<P = object, Q = object, H = object, B = undefined, A = null>(
  parts: UnaryOperation<P, Q, H, B, A>,
): UnaryOperation<P, Q, H, B, A> {
  return parts;
}

/** Declares an operation that answers with many values. */
export function streamOperation<P = object, Q = object, H = object, B = undefined, A = never>(
  parts: Omit<StreamOperation<P, Q, H, B, A>, 'stream'>,
): StreamOperation<P, Q, H, B, A> {
  return { ...parts, stream: true };
}

/**
 * One piece of a JSON document that is too large to travel at once. Pieces come in the order of the document; written
 * one after the other they are its JSON text.
 *
 * `path` names members from the root down to an object, a list or a text; an absent one begins with the piece,
 * and what the path of the next piece leaves is complete. Exactly one of `members`, `items` and `text` is present: it
 * is added to the existing value. An item of a list is never divided.
 */
export class DocumentPiece {
  /** Empty for the document itself, which is an object. */
  path!: readonly string[];
  /** Added to an object. */
  members?: Readonly<Record<string, unknown>>;
  /** Added to a list. */
  items?: readonly unknown[];
  /** Added to a text. */
  text?: string;
}

/**
 * Declares an operation whose answer is one JSON object that may be larger than what travels at once: its handler gives
 * `DocumentPiece`s, its callers get ordinary JSON. A failure after the first pieces breaks the connection off, so that
 * nobody takes a part for the whole.
 */
export function documentOperation<P = object, Q = object, H = object, B = undefined, D = unknown>({
  answer: document,
  ...parts
}: Omit<StreamOperation<P, Q, H, B, DocumentPiece>, 'stream' | 'answer' | 'document'> & {
  readonly answer: Constructor<D>;
}): StreamOperation<P, Q, H, B, DocumentPiece> & { readonly document: Constructor<D> } {
  return { ...streamOperation({ ...parts, answer: DocumentPiece }), document };
}

/** Input of the caller. */
export interface Input<P = unknown, Q = unknown, H = unknown, B = unknown> {
  /** Parameters of the path. */
  readonly params: P;
  /** Parameters of the query. */
  readonly query: Q;
  /** Headers, by their canonical names in lower case. */
  readonly headers: H;
  /** Body of the request. */
  readonly body: B;
}

/** Argument of a handler: the input and the circumstances of the call. */
export interface Call {
  /** Who calls. */
  readonly principal: Principal;
  /** Aborted when the caller hung up, cancelled, or the deadline passed. */
  readonly signal: AbortSignal;
  /** Id of the request in logs. */
  readonly requestId: string;
}

/** Input of an operation for its caller. */
export type InputOf<O> = O extends {
  params?: Constructor<infer P>;
  query?: Constructor<infer Q>;
  headers?: Constructor<infer H>;
  body?: Constructor<infer B>;
}
  ? Input<P, Q, H, B>
  : never;

/** Argument of the handler of an operation. */
export type Request<O> = InputOf<O> & Call;

/** Answer of a unary operation, or one value of a stream. */
export type ValueOf<O> = O extends { answer?: Constructor<infer A> } ? A : never;

/** Return value of a handler. */
export type Answer<O> = O extends { stream: true } ? AsyncIterable<ValueOf<O>> : Promise<ValueOf<O>>;
