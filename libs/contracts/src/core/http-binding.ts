import type { AppError } from './errors';
import type { Constructor, Input } from './input';

/**
 * How an answer is written to the socket. `events` are server-sent events, one with JSON per value of a stream. `html`
 * is a page: `respond` makes it with `html`, and it loads and does what `sources` allows. The body of a `redirect` is
 * the address that the browser goes to.
 */
export type Reply = 'json' | 'null' | 'empty' | 'ndjson' | 'binary' | 'text' | 'events' | 'html' | 'redirect';

/**
 * How a request body is read. A `form` is one that a browser submits (`application/x-www-form-urlencoded`), checked
 * against the class of the body like a query; a form of a page has the field `FORM_TOKEN`. `upload` streams into one
 * blob, and the operation gets its key. `parts` streams into blobs of bounded size; the operation is called before the
 * first byte and with every part, as `BodyPart` says. A `file-form` is a `multipart/form-data` with texts, checked like
 * those of a `form`, and one file, `file`, which becomes a blob that the member `file` of the body describes.
 */
export type BodyKind = 'json' | 'form' | 'upload' | 'parts' | 'file-form';

/** Name of the field by which a form proves that a page of this origin sent it. */
export const FORM_TOKEN = 'csrf_token';

/** What a page needs besides the answer. */
export interface PageParts {
  /** Value of the field `FORM_TOKEN` in each of its forms; empty where no page is written. */
  readonly formToken: string;
  /** The one that the browser prefers (`Accept-Language`), where a page is written. */
  readonly language?: PageLanguage;
}

/** Languages of pages. */
export type PageLanguage = 'en' | 'es';

/** Directives of a content security policy that a page may widen; without them it loads and does nothing. */
export const pageDirectives = ['style-src', 'img-src', 'font-src', 'script-src', 'connect-src', 'form-action'] as const;
/** Sources by directive, such as `'self'` with its quotes, an origin, or the hash of a style in the page. */
export type PageSources = Readonly<Partial<Record<(typeof pageDirectives)[number], readonly string[]>>>;

/** Form of a value on the socket, where it is more than its JSON. */
export interface HttpAnswer {
  /** Instead of `success`. */
  readonly status?: number;
  /** Besides those that every answer has. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Values of headers `Set-Cookie`. */
  readonly cookies?: readonly string[];
  /** Of an `html`: the address that the browser goes to instead of a page. */
  readonly redirect?: string;
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
  /** Of `html`: what the page may load and do. */
  readonly sources?: PageSources;
  /**
   * Of `redirect`, and of `html` where it redirects: whether it may lead to another origin, by `https`, or by `http` on
   * the machine of the browser.
   */
  readonly leavesOrigin?: boolean;
  /** Of a `form` that programs send, which authenticate without a cookie: it needs no `FORM_TOKEN`. */
  readonly takesForeignForms?: boolean;
  /**
   * Pure. Decodes a body of another media type than JSON to the value that is then checked. Without it every body is
   * JSON, regardless of its type.
   */
  readonly decodeBody?: (bytes: Uint8Array) => unknown;
  /** Pure. The value that is checked, of a body of JSON that also has forms which the class of the body lacks. */
  readonly bodyOfJson?: (json: unknown) => unknown;
  /** Whether the handler gets the headers that no credential is in, as the member `told` of those that it reads. */
  readonly tellsHeaders?: true;
  /** Whether the handler gets scheme, host and port that the caller reached, as the member `reached` of its headers. */
  readonly tellsOrigin?: true;
  /** Whether the handler gets the cookies whose names begin so, as the member `cookies` of its headers. */
  readonly tellsCookies?: string;
  /** Whether the handler gets the header `Authorization`, which it checks itself, as a member of its headers. */
  readonly tellsAuthorization?: true;
  /** Of a `file-form`: its file does not become a blob, but travels as `{ base64 }`. At most 5 MiB. */
  readonly carriesFile?: true;
  /** Whether the handler gets the network of the caller, as the member `network` of its headers. */
  readonly tellsNetwork?: true;
  /**
   * The other host, which has an operation of its own on the same route: a gateway that serves both leaves this one
   * out, and that operation calls this one.
   */
  readonly givesWayTo?: 'zone' | 'accounts';
  /** Bytes of a body of JSON, where fewer are taken than the deployment allows. A `file-form` needs it. */
  readonly bodySizeBytesMax?: number;
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
  readonly respond?: (value: A, page: PageParts) => HttpAnswer;
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
  /**
   * A resource that OAuth protects (RFC 9728): a 401 names the address of its metadata, which anyone may read below
   * `/.well-known/oauth-protected-resource`.
   */
  readonly protectedResource?: true;
  /** Pure. How a refusal is written where clients expect another envelope than `{"detail": …}`. */
  readonly refusal?: (error: AppError, page?: Pick<PageParts, 'language'>) => HttpAnswer;
  /** Type that `refusal` makes of an error. */
  readonly refusalWrites?: Constructor<unknown>;
  /** Media type of `refusal`, which it sets, where it is not that of JSON. */
  readonly refusalType?: string;
}
