/** Notifies all subscribers; may be lost. The type parameter is the data. */
export interface EventDefinition<T> {
  /** Subject on the bus, past participle last: `kb.resource.changed`. */
  readonly name: string;
  /** Carries the type only; never set. */
  readonly data?: T;
}

/** Declares an event. */
export function event<T>(name: string): EventDefinition<T> {
  return { name };
}
