/** Positions of one result in two rankings, from 0; undefined in the ranking that lacks it. */
export interface Movement {
  readonly id: string;
  readonly before: number | undefined;
  readonly after: number | undefined;
}

/** How a result moved. */
export type Change = 'same' | 'up' | 'down' | 'new' | 'gone';

export function changeOf({ before, after }: Omit<Movement, 'id'>): Change {
  if (after === undefined) return 'gone';
  if (before === undefined) return 'new';
  if (before === after) return 'same';
  return after < before ? 'up' : 'down';
}

/** Every result of two rankings: those of the second in its order, then those that it lacks. */
export function movements(before: readonly string[], after: readonly string[]): readonly Movement[] {
  const placeIn = (ids: readonly string[], id: string) => {
    const place = ids.indexOf(id);
    return place < 0 ? undefined : place;
  };
  return [...new Set([...after, ...before])].map((id) => ({
    id,
    before: placeIn(before, id),
    after: placeIn(after, id),
  }));
}
