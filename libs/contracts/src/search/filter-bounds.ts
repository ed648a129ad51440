/** Labels in `filters`, `resource_filters`, and objects of a `filter_expression`, each. */
export const FILTER_CONDITIONS_MAX = 500;
/** Of one label, field, id or other text to filter by. */
export const FILTER_CHARS_MAX = 4_096;
/** Conditions within conditions of a `filter_expression`. */
export const FILTER_DEPTH_MAX = 50;
/** The same in levels of JSON: an operator and its list each, the members around them and a condition's own. */
export const FILTER_LEVELS_MAX = 2 * FILTER_DEPTH_MAX + 4;
/** A `filter_expression` as JSON in a query parameter. */
export const FILTER_JSON_CHARS_MAX = 200_000;

interface Place {
  readonly value: unknown;
  readonly depth: number;
}

/** What exceeds the bounds of a filter expression, whatever it means; undefined when nothing does. */
export function filterExpressionProblem(expression: unknown): string | undefined {
  const open: Place[] = [{ value: expression, depth: 0 }];
  let objects = 0;
  for (let place = open.pop(); place; place = open.pop()) {
    const { value, depth } = place;
    if (typeof value === 'string' && value.length > FILTER_CHARS_MAX)
      return `a text in a filter has at most ${FILTER_CHARS_MAX} characters`;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > FILTER_LEVELS_MAX) return `a filter is nested at most ${FILTER_LEVELS_MAX} levels deep`;
    if (!Array.isArray(value)) objects += 1;
    const members: readonly unknown[] = Object.values(value);
    if (objects > FILTER_CONDITIONS_MAX || members.length > FILTER_CONDITIONS_MAX)
      return `a filter has at most ${FILTER_CONDITIONS_MAX} conditions`;
    for (const member of members) open.push({ value: member, depth: depth + 1 });
  }
  return undefined;
}

/** The same of its JSON. A text that is no JSON is not judged here. */
export function filterJsonProblem(json: string): string | undefined {
  try {
    return filterExpressionProblem(JSON.parse(json));
  } catch {
    return undefined;
  }
}

/** What exceeds the bounds of `filters`: labels, or lists of labels under a condition. */
export function filtersProblem(filters: readonly (string | object)[]): string | undefined {
  const labels = filters.flatMap((filter) =>
    typeof filter === 'string' ? [filter] : Object.values(filter).flatMap((list: unknown) => list ?? []),
  );
  return labels.length > FILTER_CONDITIONS_MAX ? `there are at most ${FILTER_CONDITIONS_MAX} labels` : undefined;
}
