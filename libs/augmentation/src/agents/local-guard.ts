import type { Found } from './agent-findings';
import { foundNothing } from './agent-findings';
import { type AgentText, CodePointText } from './agent-text';

const IDENT = 'jailbreak_safety';
const LABEL = 'JAILBREAK';
/** Sentences of a text that are read. */
const SENTENCES_MAX = 5_000;
const SENTENCE_CHARS_MAX = 500;

/**
 * What marks a sentence that is meant for a language model, not for a reader. Weights of a logistic regression on the
 * first three of five attacks of each category of BIPIA, with sentences of 20 e-mails as counterexamples; those of
 * `OPEN`, of which these have none, are set by hand. The rules for `act as` and `response` were narrowed after false
 * alarms were looked at. docs/benchmarks.md has the figures.
 */
const marks: readonly (readonly [RegExp, number])[] = [
  [/\byour (?:\w+ )?(?:answer|response|reply|output|completion)s?\b/i, 2.59],
  [
    /^(?:please )?(?:add|insert|include|append|replace|substitute|rearrange|scramble|swap|use|mix|modify|alter|change|convert|transform|misspell|group|remove|reverse|encode|embed|incorporate|integrate|augment|attach|mention|introduce|end|begin|start|finish|conclude)\b/i,
    1.59,
  ],
  [/\b(?:in|into|to|of|within|with|throughout) your (?:\w+ )?(?:answer|response|reply|output)\b/i, 1.43],
  [
    /\b(?:every|each|alternate) (?:\w+ )?(?:letter|word|vowel|consonant|character|sentence)s?\b|\banagram|\bhomophon/i,
    0.41,
  ],
  [
    /^(?:please )?(?:write|compose|create|generate|draft|describe|explain|translate|summari[sz]e|outline|list|define|discuss|give me|tell me|show me|provide)\b/i,
    3.39,
  ],
  [/^(?:what|which|who|when|where|why|how)\b(?!.*\b(?:i|we|our|us|my|your)\b).*\?$/i, 2.72],
  [/^(?:can|could|would) you (?:\w+ )?(?:show|explain|write|tell|help|give|provide|translate|describe)\b/i, 1.39],
  [/\b(?:we|our|us|i|my|thanks|regards|hi|hello|dear)\b/i, 0.25],
  [/\byour (?:account|order|card|payment|subscription|email|plan|team|company|password|inbox)\b/i, -0.58],
  [/https?:\/\/|@|\$\d/i, -0.98],
];
/** Open attacks: overriding of instructions, another role, and questions for the instructions. */
const OPEN: readonly (readonly [RegExp, number])[] = [
  [
    /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instructions?|prompts?|rules|guidelines|above|previous)\b/i,
    4,
  ],
  [
    /\b(?:you are now|pretend (?:to be|that you)|developer mode|can do anything now)\b|^(?:please )?act as\b|\byou (?:must|should|will) act as\b/i,
    3,
  ],
  [
    /\b(?:reveal|print|show|repeat|output|tell me)\b.{0,40}\b(?:system prompt|your (?:instructions|prompt|rules))\b/i,
    4,
  ],
];
const BIAS = -1.9;
/** A question that names no reader is no attack by itself: pages of questions are full of them. */
const SCORE_MIN = 1;

/** How much a sentence looks like an instruction to a language model; above 0 more likely than not. */
export function injectionScore(sentence: string): number {
  return [...marks, ...OPEN].reduce((sum, [mark, weight]) => (mark.test(sentence) ? sum + weight : sum), BIAS);
}

/** Whether a sentence of the text is an instruction to a language model that reads it. English only. */
export function hasInjection(text: string, scoreMin = SCORE_MIN): boolean {
  const sentences = text.split(/(?<=[.!?])\s+|\n+/, SENTENCES_MAX).map((one) => one.trim());
  return sentences.some((one) => one.length > 3 && one.length <= SENTENCE_CHARS_MAX && injectionScore(one) >= scoreMin);
}

/** Labels texts, or their paragraphs, that try to take over a model, without a language model. */
export function locallyGuarded({ text, paragraphs }: AgentText, on: 'paragraphs' | 'text'): Found {
  const classifications = [{ labelset: IDENT, label: LABEL }];
  if (on === 'text') return hasInjection(text) ? { ...foundNothing, classifications } : foundNothing;
  const points = new CodePointText(text);
  const found = paragraphs.filter(({ start, end }) => hasInjection(points.slice(start, end)));
  return { ...foundNothing, paragraphs: found.map(({ key }) => ({ key, classifications })) };
}
