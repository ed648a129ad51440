/** Labels in `filters`, `resource_filters`, and conditions of a `filter_expression`, each. */
export const FILTER_CONDITIONS_MAX = 500;
/** Objects and lists of a `filter_expression`: conditions, what joins them, and their parts. */
export const FILTER_PARTS_MAX = 4 * FILTER_CONDITIONS_MAX;
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
  /** Whether it is a part of a condition. */
  readonly isWithin: boolean;
}

/** Names the bound that a filter expression exceeds, regardless of its meaning; undefined without one. */
export function filterExpressionProblem(expression: unknown): string | undefined {
  const open: Place[] = [{ value: expression, depth: 0, isWithin: false }];
  let [conditions, parts] = [0, 0];
  for (let place = open.pop(); place; place = open.pop()) {
    const { value, depth, isWithin } = place;
    if (typeof value === 'string' && value.length > FILTER_CHARS_MAX)
      return `a text in a filter has at most ${FILTER_CHARS_MAX} characters`;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > FILTER_LEVELS_MAX) return `a filter is nested at most ${FILTER_LEVELS_MAX} levels deep`;
    const members: readonly unknown[] = Object.values(value);
    const isOne = !isWithin && isCondition(value, members);
    parts += 1;
    if (isOne) conditions += 1;
    if (conditions > FILTER_CONDITIONS_MAX || members.length > FILTER_CONDITIONS_MAX)
      return `a filter has at most ${FILTER_CONDITIONS_MAX} conditions`;
    if (parts > FILTER_PARTS_MAX) return `a filter has at most ${FILTER_PARTS_MAX} objects and lists`;
    for (const member of members) open.push({ value: member, depth: depth + 1, isWithin: isWithin || isOne });
  }
  return undefined;
}

/** Operators and the expression itself only hold conditions. */
function isCondition(value: object, members: readonly unknown[]): boolean {
  if (Array.isArray(value)) return false;
  return 'prop' in value || !members.some((member) => typeof member === 'object' && member !== null);
}

/** The same of its JSON. A text that is no JSON is not judged here. */
export function filterJsonProblem(json: string): string | undefined {
  try {
    return filterExpressionProblem(JSON.parse(json));
  } catch {
    return undefined;
  }
}

/** Names the bound that `filters` exceed: labels, or lists of labels under a condition. */
export function filtersProblem(filters: readonly (string | object)[]): string | undefined {
  const labels = filters.flatMap((filter) =>
    typeof filter === 'string' ? [filter] : Object.values(filter).flatMap((list: unknown) => list ?? []),
  );
  return labels.length > FILTER_CONDITIONS_MAX ? `there are at most ${FILTER_CONDITIONS_MAX} labels` : undefined;
}
