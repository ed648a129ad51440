type Schema = Readonly<Record<string, unknown>>;

/** How an agent wants to be answered. */
export type FeedbackShape =
  | { readonly kind: 'text' }
  | { readonly kind: 'choose' }
  /** One member that is true or false. */
  | { readonly kind: 'agree'; readonly member: string }
  | { readonly kind: 'object'; readonly members: readonly string[] };

/** A prompt that can be chosen, with the members that it wants. */
export interface PromptChoice {
  readonly name: string;
  readonly title: string;
  readonly members: readonly string[];
}

/** @param schema JSON Schema of the answer @param data what can be chosen */
export function shapeOf(schema: Schema | null, data: unknown): FeedbackShape {
  const properties = schema?.['properties'];
  const members = typeof properties === 'object' && properties !== null ? Object.entries(properties) : [];
  const [first, ...others] = members;
  if (first && others.length === 0 && Object(first[1]).type === 'boolean') return { kind: 'agree', member: first[0] };
  if (first) return { kind: 'object', members: members.map(([name]) => name) };
  return choicesOf(data).length > 0 ? { kind: 'choose' } : { kind: 'text' };
}

/** The prompts that a request lists. */
export function choicesOf(data: unknown): readonly PromptChoice[] {
  if (!Array.isArray(data)) return [];
  return data.flatMap((one: unknown) => {
    const { name, title, arguments: members } = Object(one) as Schema; // read with care below
    if (typeof name !== 'string') return [];
    const named = Array.isArray(members) ? members.flatMap((member) => Object(member).name ?? []) : [];
    return [{ name, title: typeof title === 'string' ? title : name, members: named.map(String) }];
  });
}
