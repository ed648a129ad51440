import type { GeneratedQuestion } from '@lectern/contracts/knowledge-box';
import type { QuestionsOperation } from '@lectern/contracts/understanding';
import type { AgentModel } from './agent-model';
import { type Found, foundNothing } from './agent-findings';
import { type AgentText, CodePointText } from './agent-text';
import { paragraphGroups } from './label-agent';
import { listSchema, objectsIn, quoted, objectSchema, textIn } from './answer-parts';

const TEXT_CHARS_MAX = 2_000;
const text = { type: 'string' };
const item = { question: text, answer: text, reason: text, paragraphs: { type: 'array', items: { type: 'integer' } } };
const schema = objectSchema('questions', { questions: listSchema(item) });

/** Questions that a text answers, with the paragraphs that contain the answers. */
export async function questionsOf(
  { max_questions: max }: QuestionsOperation,
  { text: whole, paragraphs }: AgentText,
  model: AgentModel,
): Promise<Found> {
  const points = new CodePointText(whole);
  const groups = paragraphGroups(
    paragraphs.map(({ key, start, end }) => ({ key, text: points.slice(start, end) })),
    model,
  );
  const questions: GeneratedQuestion[] = [];
  const perGroup = Math.max(1, Math.ceil(max / Math.max(1, groups.length)));
  for (const group of groups) {
    if (questions.length >= max) break;
    const numbered = group.map((one, number) => `[${number}] ${one.text}`).join('\n\n');
    const aim =
      `Write at most ${perGroup} questions that somebody who looks for this text may ask and that it answers, each ` +
      'with its answer, the reason why that is the answer, and the numbers of the paragraphs that it comes from.';
    const found = await model.object(`${aim}\n\n${quoted(numbered)}`, schema, (answer) =>
      objectsIn(answer, 'questions', perGroup).flatMap((one): GeneratedQuestion[] => {
        const part = (member: string) => textIn(one, member, TEXT_CHARS_MAX);
        const [question, answered, reason] = [part('question'), part('answer'), part('reason')];
        const numbers = Array.isArray(one['paragraphs']) ? one['paragraphs'] : [];
        const keys = numbers.flatMap((number) => (typeof number === 'number' ? (group[number]?.key ?? []) : []));
        const isWhole = question !== '' && answered !== '' && reason !== '';
        return isWhole ? [{ question, answer: answered, reason, paragraphs: [...new Set(keys)] }] : [];
      }),
    );
    questions.push(...found);
  }
  return { ...foundNothing, questions: questions.slice(0, max) };
}
