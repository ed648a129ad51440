import type { ErrorCode } from './errors';
import type { Failures } from './failures';
import type { Feature } from './feature';
import type { HttpBinding } from './http-binding';
import type { Constructor, Input } from './input';
import type { Lane } from './lane';
import type { CredentialKind, Principal, Role } from './principal';

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
   * Target of the role: the knowledge box, account or agent that a decorated id of `params` names, the caller itself,
   * or nothing. The service that owns agents says who may do what with one, by the operation in `targetResolvers`.
   */
  readonly on: 'kb' | 'account' | 'agent' | 'self' | 'nothing';
  /**
   * NUA keys hold no roles: belonging to the account of the target is enough, unless this asks for a flag of the key.
   */
  readonly nuaKeyNeeds?: 'kb-management';
  /**
   * Content of the header `Authorization`; by default the token of a user, of a peer or of a link. `any-key`: also an
   * API key or a key for a session, for clients that send no other header.
   */
  readonly bearer?: 'nua' | 'any-key';
  /**
   * Takes the cookie of a session from pages of this origin, too: when the browser opens a page, and from forms with
   * `FORM_TOKEN`. By default only the console sends it, with a header of its own.
   */
  readonly session?: 'page';
  /** Shows all of a knowledge box: callers who act with security groups are refused. */
  readonly showsWholeBox?: true;
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
  /** Of the answer, such as `Allow` of a 405. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Another door to an operation: another path with other callers, who get the same. It says what differs from the first
 * door, which the operation itself declares.
 */
export interface Door<P = never, Q = never, H = never, B = never, A = never> {
  /** Of this route, in the interface document and in metrics; on the bus it is the operation. */
  readonly name: string;
  /** As in `OperationParts`. */
  readonly summary: string;
  /** Text after the summary. */
  readonly description: string;
  /** Members of the binding that differ, at least the path. */
  readonly http: Partial<HttpBinding<A>> & Pick<HttpBinding<A>, 'path'>;
  /** Who may call here. */
  readonly policy?: Policy;
  /** Parameters of the path, in the form that the operation takes. */
  readonly params?: Constructor<P>;
  /** Parameters of the query, in the same way. */
  readonly query?: Constructor<Q>;
  /** Headers, in the same way. */
  readonly headers?: Constructor<H>;
  /** Body of the request, in the same way. */
  readonly body?: Constructor<B>;
  /** A body that is sent here is ignored. */
  readonly ignoresBody?: true;
  /**
   * Pure. The body that the query says, for clients that cannot send one: the operation gets it instead of the query.
   * `byQuery` declares both. What is wrong with the body is reported at the parameters.
   */
  readonly bodyOf?: (query: unknown) => B;
  /** When it fails here. */
  readonly fails?: Failures;
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
  /** Further doors besides that of `http` and `policy`. */
  readonly doors?: readonly Door<NoInfer<P>, NoInfer<Q>, NoInfer<H>, NoInfer<B>, NoInfer<A>>[];
  /** The feature it belongs to: it is refused while that is blocked for the account of its target. */
  readonly feature?: Feature;
  /** Limits how many run at the same time. */
  readonly lane?: Lane;
  /** May also be called at one named process, which holds what the call is about: `to` of the options of the caller. */
  readonly addressed?: true;
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
