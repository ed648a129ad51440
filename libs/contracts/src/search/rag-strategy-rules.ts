/** Pairs of strategies that contradict each other. */
const contradictions: readonly (readonly [string, string])[] = [
  ['full_resource', 'hierarchy'],
  ['full_resource', 'neighbouring_paragraphs'],
  ['field_extension', 'full_resource'],
];
const FIELD = /^[tfuca]\/[a-zA-Z0-9:_-]{1,250}$/;

interface Named {
  readonly name: string;
}

/** The conflict of several strategies; undefined without one. */
export function strategiesProblem(strategies: readonly Named[]): string | undefined {
  const repeated = repetition(strategies);
  if (repeated !== undefined) return repeated;
  const names = new Set(strategies.map(({ name }) => name));
  const pair = contradictions.find((one) => one.every((name) => names.has(name)));
  return pair && `The following strategies cannot be combined in the same request: ${pair.join(', ')}`;
}

/** The conflict of several image strategies; undefined without one. */
export function imageStrategiesProblem(strategies: readonly Named[]): string | undefined {
  return repetition(strategies);
}

/** The fault of the fields of `field_extension`. */
export function fieldsProblem(fields: readonly string[]): string | undefined {
  const wrong = fields.find((field) => !FIELD.test(strippedField(field)));
  if (wrong === undefined) return undefined;
  return (
    `Field '${wrong}' is not in the format {type}/{id}; ` +
    'valid types are t (text), f (file), u (link), c (conversation) and a (generic)'
  );
}

/** A field without slashes around it. */
export function strippedField(field: string): string {
  return field.replace(/^\/+|\/+$/g, '');
}

function repetition(strategies: readonly Named[]): string | undefined {
  const names = new Set(strategies.map(({ name }) => name));
  return names.size < strategies.length ? 'There must be at most one strategy of each type' : undefined;
}
