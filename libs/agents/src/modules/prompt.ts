import { CHAT_TEXT_CHARS_MAX } from '@lectern/contracts/search';
import type { FrameContext, FrameImage } from '@lectern/contracts/agents';
import { RichMessage } from '@lectern/contracts/understanding';
import type { Turn } from '../engine/module-models';
import type { InteractionFacts } from '../engine/module-run';
import { firstChars } from '../engine/reading-turns';
import { withRules } from '../engine/rules';

/** Images that one call of a model takes. */
const IMAGES_MAX = 20;
/** What a step says of a model that follows no prompts. */
export const FOLLOWS_NO_PROMPTS =
  'The model follows no prompts: it answers from the context, without prompts and rules';

/**
 * A prompt of a configuration with the values of arguments in place of their placeholders. Those of the product,
 * `{context}` and `{question}`, are left for the model's side, also where a value contains them.
 */
export function filledPrompt(prompt: string, values: Readonly<Record<string, unknown>>): string {
  return prompt.replace(/\{([\w-]{1,250})\}/g, (placeholder, name: string) => {
    if (name === 'context' || name === 'question' || !Object.hasOwn(values, name)) return placeholder;
    return textOfValue(values[name]).replace(/\{(context|question)\}/g, '{ $1 }');
  });
}

/** The user prompt of a module, which always has context and question, and the rules after them. */
export function userPrompt(
  prompt: string,
  { arguments: values, rules }: InteractionFacts,
): { readonly prompt: string } {
  const filled = filledPrompt(prompt, values);
  const parts = [
    filled,
    ...(filled.includes('{context}') ? [] : ['Context:\n{context}']),
    ...(filled.includes('{question}') ? [] : ['Question: {question}']),
  ];
  return { prompt: withRules(parts.filter((part) => part !== '').join('\n\n'), rules) };
}

/** Earlier turns as messages, oldest first. */
export function historyMessages(history: readonly Turn[]): RichMessage[] {
  return history.flatMap(({ question, answer }) => [authoredMessage('USER', question), authoredMessage('SVC', answer)]);
}

/** Images of contexts by key, as many as a model takes. */
export function contextImages(contexts: readonly FrameContext[]): Record<string, FrameImage> {
  const all = contexts.flatMap(({ id, images }) =>
    Object.entries(images).map(([key, image]) => [`${id}/${key}`, image] as const),
  );
  return Object.fromEntries(all.slice(0, IMAGES_MAX));
}

/** Texts of contexts by key, in their order: chunks and structured data. */
export function contextTexts(contexts: readonly FrameContext[]): Record<string, string> {
  const all = contexts.flatMap(({ id, chunks, structured }) =>
    [...chunks.map(({ text }) => text), ...structured].map((text, place) => [`${id}/${place}`, text] as const),
  );
  const taken = all.slice(0, TEXTS_MAX);
  const texts = firstChars(
    taken.map(([, text]) => text),
    TEXTS_CHARS_MAX,
  );
  return Object.fromEntries(texts.map((text, place) => [taken[place]?.[0] ?? '', text]));
}

/** Texts that one call of a model takes. */
const TEXTS_MAX = 1_000;
/** More characters than any model reads. */
const TEXTS_CHARS_MAX = 4_000_000;

function authoredMessage(author: 'USER' | 'SVC', text: string): RichMessage {
  return Object.assign(new RichMessage(), { author, text: text.slice(0, CHAT_TEXT_CHARS_MAX) });
}

function textOfValue(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
