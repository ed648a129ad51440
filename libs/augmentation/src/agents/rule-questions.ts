import type { GeneratedQuestion } from '@lectern/contracts/knowledge-box';
import type { QuestionsOperation } from '@lectern/contracts/understanding';
import { mentionsIn } from '@lectern/language';
import { splitSentences } from '@lectern/text';
import { type Found, foundNothing } from './agent-findings';
import { type AgentText, CodePointText } from './agent-text';

const SENTENCE_CHARS_MAX = 400;
/** `The tide is the rise and fall of the sea.` */
const DEFINITION =
  /^(?<subject>(?:(?:An?|The)\s+)?[\p{L}\p{N}][\p{L}\p{N}'’ -]{1,60}?)\s+(?<verb>is|are|was|were)\s+(?:an?|the|one of the)\s+\S/u;
/** `The library was founded in 1901.` */
const EVENT =
  /^(?<subject>[\p{L}\p{N}][\p{L}\p{N}'’ -]{1,60}?)\s+(?<verb>is|are|was|were)\s+(?<participle>\p{L}+(?:ed|en|ilt|unt|ade|eld|own|orn|rote|aught))\s+(?:[\p{L}' -]{0,40}\s)?(?<when>in|on)\s+/u;
/** Words that refer to something else, so that a question about them is not understood alone. */
const REFERRING = /^(?:it|this|that|these|those|he|she|they|there|here|we|you|i|which|what|who|one|such|each|both)\b/i;

/**
 * Questions by rule, for English sentences: what something is, from its definition, and when something happened. Each
 * answer is the sentence. Other languages and other sentences get none.
 */
export function ruleQuestions({ max_questions: max }: QuestionsOperation, { text, paragraphs }: AgentText): Found {
  const points = new CodePointText(text);
  const questions = new Map<string, GeneratedQuestion>();
  for (const { key, start, end } of paragraphs) {
    for (const sentence of splitSentences(points.slice(start, end), 'en')) {
      const asked = questionOf(sentence.text.trim().replaceAll(/\s+/g, ' '));
      if (!asked || questions.has(asked.question)) continue;
      questions.set(asked.question, { ...asked, paragraphs: [key] });
      if (questions.size >= max) return { ...foundNothing, questions: [...questions.values()] };
    }
  }
  return { ...foundNothing, questions: [...questions.values()] };
}

function questionOf(sentence: string): Omit<GeneratedQuestion, 'paragraphs'> | undefined {
  if (sentence.length > SENTENCE_CHARS_MAX || !/[.!]$/.test(sentence) || REFERRING.test(sentence)) return undefined;
  const event = EVENT.exec(sentence)?.groups;
  if (event && namesDate(sentence)) {
    const question = `When ${event['verb']} ${inSentence(event['subject'] ?? '')} ${event['participle']}?`;
    return { question, answer: sentence, reason: 'The sentence says when. Written by rule.' };
  }
  const definition = DEFINITION.exec(sentence)?.groups;
  if (!definition) return undefined;
  const question = `What ${definition['verb']} ${inSentence(definition['subject'] ?? '')}?`;
  return { question, answer: sentence, reason: 'The sentence says what it is. Written by rule.' };
}

function namesDate(sentence: string): boolean {
  return (
    mentionsIn(sentence, 'en').mentions.some(({ label }) => label === 'DATE') || /\b(?:1\d|20)\d\d\b/.test(sentence)
  );
}

/** A subject as it is written within a sentence. */
function inSentence(subject: string): string {
  return subject.replace(/^(An?|The)\b/, (article) => article.toLowerCase());
}
