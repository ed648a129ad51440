import type { GeneratedQuestion } from '@lectern/contracts/knowledge-box';
import type { QuestionsOperation } from '@lectern/contracts/understanding';
import { splitSentences } from '@lectern/text';
import { type Found, foundNothing } from './agent-findings';
import { type AgentText, CodePointText } from './agent-text';

const PARAGRAPHS_MAX = 500;
const SENTENCES_PER_PARAGRAPH = 50;
const SENTENCE_CHARS_MIN = 15;
const SENTENCE_CHARS_MAX = 500;
const REASON = 'Made without a language model: a template for a sentence of the text.';

/** A statement about a name, and the question that it answers. */
interface Template {
  readonly says: RegExp;
  readonly question: (parts: readonly string[]) => string;
}

const NAME = String.raw`((?:The )?[\p{Lu}\p{N}][\p{L}\p{N}.&'’-]*(?: (?:of|the|and|de|la|von|van|[\p{Lu}\p{N}][\p{L}\p{N}.&'’-]*)){0,5})`;
const TIME = String.raw`(?:on|in|at|since|until|from) (?:\d|January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|noon|midnight|spring|summer|autumn|winter)`;

/** English sentences. The first template that fits is used. */
const templates: readonly Template[] = [
  {
    says: new RegExp(
      String.raw`^${NAME} (was|were) (born|founded|built|opened|created|released|established|written) ${TIME}`,
      'u',
    ),
    question: ([name, verb, act]) => `When ${verb} ${lowered(name)} ${act}?`,
  },
  {
    says: new RegExp(
      String.raw`^${NAME} (was|were) (founded|built|created|written|designed|invented|discovered|led) by `,
      'u',
    ),
    question: ([name, verb, act]) => `By whom ${verb} ${lowered(name)} ${act}?`,
  },
  {
    says: new RegExp(String.raw`^${NAME} (is|are|was|were) (?:located|situated|based) (?:in|at|near) `, 'u'),
    question: ([name, verb]) => `Where ${verb} ${lowered(name)} located?`,
  },
  {
    says: new RegExp(String.raw`^${NAME} (costs|weighs) `, 'u'),
    question: ([name, verb]) => `How much does ${lowered(name)} ${verb === 'costs' ? 'cost' : 'weigh'}?`,
  },
  {
    says: new RegExp(String.raw`^${NAME} (leaves|opens|closes|begins|starts|ends|arrives|departs) ${TIME}`, 'u'),
    question: ([name, verb = '']) =>
      `When does ${lowered(name)} ${verb === 'closes' ? 'close' : verb.replace(/s$/, '')}?`,
  },
  {
    says: new RegExp(String.raw`^${NAME} (is|was) (?:a|an|the) `, 'u'),
    question: ([name, verb]) => `What ${verb} ${lowered(name)}?`,
  },
];

/**
 * Questions by templates over English sentences that state a key fact: what, when, where, who, how much. The answer is
 * the sentence. Sentences that fit no template, and texts in other languages, give none.
 */
export function localQuestions({ max_questions: max }: QuestionsOperation, { text, paragraphs }: AgentText): Found {
  const points = new CodePointText(text);
  const questions = new Map<string, GeneratedQuestion>();
  for (const { key, start, end } of paragraphs.slice(0, PARAGRAPHS_MAX)) {
    for (const { text: sentence } of splitSentences(points.slice(start, end), 'en').slice(0, SENTENCES_PER_PARAGRAPH)) {
      if (questions.size >= max) return { ...foundNothing, questions: [...questions.values()] };
      const question = questionOf(sentence.trim());
      if (question === undefined || questions.has(question)) continue;
      questions.set(question, { question, answer: sentence.trim(), reason: REASON, paragraphs: [key] });
    }
  }
  return { ...foundNothing, questions: [...questions.values()] };
}

function questionOf(sentence: string): string | undefined {
  if (sentence.length < SENTENCE_CHARS_MIN || sentence.length > SENTENCE_CHARS_MAX || sentence.endsWith('?'))
    return undefined;
  for (const { says, question } of templates) {
    const [whole, ...parts] = says.exec(sentence) ?? [];
    // A pronoun says nothing outside of its text.
    if (whole !== undefined && !/^(?:He|She|It|They|We|I|You|This|That|These|Those|There|Here)\b/.test(whole))
      return question(parts);
  }
  return undefined;
}

/** The article of a name at the beginning of a sentence. */
function lowered(name = ''): string {
  return name.replace(/^The /, 'the ');
}
