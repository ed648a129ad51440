/** Where a resource page opens. */
export interface PlaceSearch {
  /** Of a field, `{letter}/{id}`. */
  readonly field?: string;
  /** Id of a paragraph, which is marked. */
  readonly paragraph?: string;
}

/** What the address of a resource page says; what is wrong counts as absent. */
export function placeSearch({ field, paragraph }: Record<string, unknown>): PlaceSearch {
  return {
    ...(typeof field === 'string' && { field }),
    ...(typeof paragraph === 'string' && { paragraph }),
  };
}
