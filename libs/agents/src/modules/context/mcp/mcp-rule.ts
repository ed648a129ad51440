import { isObject } from '@lectern/contracts/core';
import { stemsOnce } from '@lectern/text';
import { unlessEnded } from '../../../engine/optional-work';
import type { Found, ModuleRun, Question } from '../../../engine/module-run';
import type { McpFunction } from './mcp-functions';

const QUESTION_CHARS_MAX = 2_000;
/** Without an embedding model: stems that a tool shares with the question. */
const SHARED_MIN = 1;

type Values = Readonly<Record<string, unknown>>;

/**
 * Without a language model: calls the tool whose description is most like the question, once, when the question has
 * what its schema needs. Never one that destroys something, unless the user agrees to calls.
 *
 * @throws AppError of the embedding model when it ends the run
 */
export async function calledByRule(
  functions: readonly McpFunction[],
  question: Question,
  { run, isConfirmed }: { readonly run: ModuleRun; readonly isConfirmed: boolean },
): Promise<Found> {
  const allowed = functions.filter(({ isDestructive }) => isConfirmed || !isDestructive);
  const likely = await mostAlike(allowed, question, run);
  if (!likely) return nothing(question, 'No language model chooses tools, and no tool is about the question');
  const given = argumentsFor(likely.parameters, question.text);
  if (!given)
    return nothing(question, `No language model chooses arguments, and ${likely.name} needs more than a question`);
  const { contexts } = await likely.run(given, question, run);
  const reason = 'No language model chooses tools: the tool whose description is most like the question';
  return { contexts, reason, value: likely.name, metadata: { function: likely.name, arguments: given } };
}

function nothing({ text }: Question, reason: string): Found {
  return { contexts: [], missing: text, reason };
}

async function mostAlike(
  functions: readonly McpFunction[],
  { text }: Question,
  run: ModuleRun,
): Promise<McpFunction | undefined> {
  if (functions.length === 0) return undefined;
  const described = functions.map(({ name, description }) => `${name.replace(/[_-]+/g, ' ')}: ${description}`);
  const likeness = await run.models
    .similarities([text.slice(0, QUESTION_CHARS_MAX)], described)
    .catch((error: unknown) => unlessEnded(error, run.signal));
  const scores = likeness
    ? likeness.similarities.map(([score = 0]) => (score >= likeness.least ? score : 0))
    : described.map((one) => sharedStems(one, text));
  const best = Math.max(...scores);
  return best > 0 && (likeness || best >= SHARED_MIN) ? functions[scores.indexOf(best)] : undefined;
}

function sharedStems(one: string, other: string): number {
  const stems = new Set(stemsOnce(one, 'en').filter((stem) => stem !== ''));
  return new Set(stemsOnce(other, 'en').filter((stem) => stems.has(stem))).size;
}

/** Arguments that a question has: itself, its numbers, and values that a schema lists. */
export function argumentsFor(schema: object, question: string): Values | undefined {
  // Of a server, which may put anything there.
  const { properties = {}, required = [] } = schema as { readonly properties?: unknown; readonly required?: unknown };
  const members = isObject(properties) ? properties : {};
  const names = Array.isArray(required) ? required.filter((name): name is string => typeof name === 'string') : [];
  const numbers = (question.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
  const given: Record<string, unknown> = {};
  let hasText = false;
  for (const name of names) {
    const member = isObject(members[name]) ? members[name] : {};
    const value = valueFor(member, question, numbers);
    const isText = value === question;
    // A question is one text, not several.
    if (value === undefined || (isText && hasText)) return undefined;
    hasText ||= isText;
    given[name] = value;
  }
  return given;
}

/** Takes the numbers that it uses away. */
function valueFor(member: Values, question: string, numbers: number[]): unknown {
  if (member.default !== undefined) return member.default;
  if (Array.isArray(member.enum))
    return member.enum.find((one) => typeof one === 'string' && question.toLowerCase().includes(one.toLowerCase()));
  if (member.type === 'integer' || member.type === 'number') return numbers.shift();
  return member.type === 'string' || member.type === undefined ? question : undefined;
}
