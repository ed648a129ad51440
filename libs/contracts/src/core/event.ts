/** Tells whoever listens; may be lost. The type parameter is the data. */
export interface EventDefinition<T> {
  readonly name: string;
  /** Carries the type only; never set. */
  readonly data?: T;
}

export function event<T>(name: string): EventDefinition<T> {
  return { name };
}
