/** Where a resource page opens. */
export interface PlaceSearch {
  /** Of a field, `{letter}/{id}`. */
  readonly field?: string;
  /** Id of a paragraph, which is marked. */
  readonly paragraph?: string;
}

/** Parameters in the address of a resource page; invalid ones count as absent. */
export function placeSearch({ field, paragraph }: Record<string, unknown>): PlaceSearch {
  return {
    ...(typeof field === 'string' && { field }),
    ...(typeof paragraph === 'string' && { paragraph }),
  };
}
