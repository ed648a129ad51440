import type { AgentParameters } from '@lectern/contracts/understanding';
import { type AgentParagraph, type AgentText, CodePointText } from './agent-text';

/** Split of a field that is no conversation. */
const WHOLE = '0';

/**
 * What an agent reads of a text: with `splits` in its filter only these messages of a conversation. A text that is no
 * conversation is the split `0`.
 *
 * @returns undefined when nothing is left
 */
export function textOfSplits(
  { filter, filter_expression_json: expression }: Pick<AgentParameters, 'filter' | 'filter_expression_json'>,
  text: AgentText,
): AgentText | undefined {
  const splits = new Set(expression ? [] : filter?.splits);
  if (splits.size === 0) return text;
  const own = text.split ?? (text.paragraphs.some(isOfMessage) ? undefined : WHOLE);
  if (own !== undefined) return splits.has(own) ? text : undefined;
  const messages = consecutive(text.paragraphs).filter(({ split }) => splits.has(split));
  return messages.length === 0 ? undefined : joinedMessages(text, messages);
}

interface Message {
  readonly split: string;
  readonly paragraphs: readonly AgentParagraph[];
}

/** Ids of paragraphs are `rid/letter/field/message/start-end`; the message is absent from other fields. */
function splitOf({ key }: AgentParagraph): string {
  return key.split('/').slice(3, -1).join('/') || WHOLE;
}

function isOfMessage(paragraph: AgentParagraph): boolean {
  return splitOf(paragraph) !== WHOLE;
}

function consecutive(paragraphs: readonly AgentParagraph[]): readonly Message[] {
  const messages: { split: string; paragraphs: AgentParagraph[] }[] = [];
  for (const paragraph of paragraphs) {
    const split = splitOf(paragraph);
    const last = messages.at(-1);
    if (last?.split === split) last.paragraphs.push(paragraph);
    else messages.push({ split, paragraphs: [paragraph] });
  }
  return messages;
}

/** The messages one after the other, each on lines of its own, with their paragraphs where they are now. */
function joinedMessages({ text }: AgentText, messages: readonly Message[]): AgentText {
  const points = new CodePointText(text);
  const texts: string[] = [];
  const moved: AgentParagraph[] = [];
  let offset = 0;
  for (const { paragraphs } of messages) {
    const start = paragraphs[0]?.start ?? 0;
    const end = paragraphs.at(-1)?.end ?? start;
    moved.push(
      ...paragraphs.map((one) => ({ ...one, start: one.start - start + offset, end: one.end - start + offset })),
    );
    texts.push(points.slice(start, end));
    offset += end - start + 1;
  }
  return { text: texts.join('\n'), paragraphs: moved };
}
