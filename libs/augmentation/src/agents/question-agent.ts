import type { GeneratedQuestion } from '@lectern/contracts/knowledge-box';
import type { QuestionsOperation } from '@lectern/contracts/understanding';
import type { AgentModel } from './agent-model';
import { type Found, foundNothing } from './agent-findings';
import { type AgentText, CodePointText } from './agent-text';
import { paragraphGroups } from './label-agent';
import { listSchema, objectsIn, quoted, objectSchema, textIn } from './answer-parts';

const TEXT_CHARS_MAX = 2_000;
const SUMMARY_CHARS_MAX = 4_000;
const text = { type: 'string' };
const said = { answer: text, reason: text, paragraphs: { type: 'array', items: { type: 'integer' } } };
const schema = objectSchema('questions', { questions: listSchema({ question: text, ...said }) });
const answersSchema = objectSchema('answers', { answers: listSchema({ number: { type: 'integer' }, ...said }) });

interface Group {
  /** Paragraphs with their numbers. */
  readonly numbered: string;
  readonly keys: readonly string[];
  readonly max: number;
}

/**
 * Questions that a text answers, with the paragraphs that contain the answers. Prompts of the operation take the place
 * of those for the questions and for the summary that precedes the text; with one for answers, these are asked for
 * apart.
 */
export async function questionsOf(
  operation: QuestionsOperation,
  { text: whole, paragraphs }: AgentText,
  model: AgentModel,
): Promise<Found> {
  const { max_questions: max } = operation;
  const points = new CodePointText(whole);
  const groups = paragraphGroups(
    paragraphs.map(({ key, start, end }) => ({ key, text: points.slice(start, end) })),
    model,
  );
  const summary = groups.length > 0 ? await summaryOf(operation, whole, model) : '';
  const questions: GeneratedQuestion[] = [];
  const perGroup = Math.max(1, Math.ceil(max / Math.max(1, groups.length)));
  for (const own of groups) {
    if (questions.length >= max) break;
    const numbered = own.map((one, number) => `[${number}] ${one.text}`).join('\n\n');
    const group = { numbered, keys: own.map(({ key }) => key), max: perGroup };
    const found = await generated(operation, group, { summary, model });
    questions.push(
      ...(operation.generate_answers_prompt ? await answeredApart(operation, found, { group, model }) : found),
    );
  }
  return { ...foundNothing, questions: questions.slice(0, max) };
}

async function summaryOf({ summary_prompt: prompt }: QuestionsOperation, whole: string, model: AgentModel) {
  if (!prompt) return '';
  const parts = await model.ofParts(whole, (part) => model.text(withContext(prompt, quoted(part))));
  return parts.join('\n').slice(0, SUMMARY_CHARS_MAX);
}

async function generated(
  { question_generator_prompt: own, system_question_generator_prompt: system }: QuestionsOperation,
  { numbered, keys, max }: Group,
  { summary, model }: { readonly summary: string; readonly model: AgentModel },
): Promise<readonly GeneratedQuestion[]> {
  const aim =
    own ||
    `Write at most ${max} questions that somebody who looks for this text may ask and that it answers, each ` +
      'with its answer, the reason why that is the answer, and the numbers of the paragraphs that it comes from.';
  const context = summary === '' ? quoted(numbered) : `Summary of the whole text: ${summary}\n\n${quoted(numbered)}`;
  const user = withContext(aim, context);
  return model.object(system ? { system, user } : user, schema, (answer) =>
    objectsIn(answer, 'questions', max).flatMap((one) => questionIn(one, keys)),
  );
}

/** The questions with other answers; those that get none are left out. */
async function answeredApart(
  { generate_answers_prompt: prompt }: QuestionsOperation,
  questions: readonly GeneratedQuestion[],
  { group, model }: { readonly group: Group; readonly model: AgentModel },
): Promise<readonly GeneratedQuestion[]> {
  if (questions.length === 0) return [];
  const listed = questions.map(({ question }, number) => `${number}. ${question}`).join('\n');
  const user = `${withContext(prompt ?? '', quoted(group.numbered))}\n\nAnswer each of these questions, by its number:\n${listed}`;
  const answers = await model.object(user, answersSchema, (answer) => objectsIn(answer, 'answers', questions.length));
  return answers.flatMap((one) => {
    const question = typeof one['number'] === 'number' ? questions[one['number']]?.question : undefined;
    return question === undefined ? [] : questionIn({ ...one, question }, group.keys);
  });
}

function questionIn(one: Readonly<Record<string, unknown>>, keys: readonly string[]): GeneratedQuestion[] {
  const part = (member: string) => textIn(one, member, TEXT_CHARS_MAX);
  const [question, answer, reason] = [part('question'), part('answer'), part('reason')];
  const numbers = Array.isArray(one['paragraphs']) ? one['paragraphs'] : [];
  const own = numbers.flatMap((number) => (typeof number === 'number' ? (keys[number] ?? []) : []));
  const isWhole = question !== '' && answer !== '' && reason !== '';
  return isWhole ? [{ question, answer, reason, paragraphs: [...new Set(own)] }] : [];
}

/** The text where the prompt wants it, otherwise after it. */
function withContext(prompt: string, context: string): string {
  return prompt.includes('{context}') ? prompt.replaceAll('{context}', () => context) : `${prompt}\n\n${context}`;
}
