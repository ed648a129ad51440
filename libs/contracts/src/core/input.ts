/** A class without constructor arguments. */
export type Constructor<T = object> = new () => T;

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
