import type { AskOperation } from '@lectern/contracts/understanding';
import type { GeneratedText } from '@lectern/contracts/knowledge-box';
import { type AgentModel, UnusableAnswer } from './agent-model';
import { type Found, foundNothing } from './agent-findings';
import type { AgentText } from './agent-text';
import { quoted } from './answer-parts';

const ANSWER_CHARS_MAX = 200_000;
/** The model's reply if the text does not contain an answer. */
const NOTHING = 'NOTHING';

/**
 * Asks a question about a text. A text that does not fit the model is first reduced to its relevant content, part by
 * part.
 */
export async function askedText(operation: AskOperation, { text }: AgentText, model: AgentModel): Promise<Found> {
  const whole = await fittingText(operation, text, model);
  if (whole === '') return foundNothing;
  const answer = operation.json ? await object(operation, whole, model) : await answered(operation, whole, model);
  return { ...foundNothing, texts: answer === undefined ? [] : [answer] };
}

async function answered(
  { question, destination, user_prompt }: AskOperation,
  text: string,
  model: AgentModel,
): Promise<GeneratedText | undefined> {
  const own = user_prompt || model.askPrompt;
  const plain = `Do what is asked, from this text.\n\n${quoted(text)}\n\n${question}`;
  const prompt = own ? own.replaceAll('{question}', () => question).replaceAll('{context}', () => text) : plain;
  const body = (await model.text(prompt)).slice(0, ANSWER_CHARS_MAX);
  return body === '' ? undefined : { destination, body, format: 'MARKDOWN' };
}

async function object(
  { question, destination }: AskOperation,
  text: string,
  model: AgentModel,
): Promise<GeneratedText> {
  // Validated when the task was started: it is the JSON text of an object.
  const schema = JSON.parse(question) as Readonly<Record<string, unknown>>;
  const prompt = `Fill in the JSON Schema from this text. What the text does not say stays empty.\n\n${quoted(text)}`;
  const answer = await model.object(prompt, schema, (found) => {
    const missing = requiredOf(schema).filter((member) => !(member in found));
    if (missing.length > 0) throw new UnusableAnswer(`it lacks ${missing.join(', ')}`);
    return found;
  });
  const body = JSON.stringify(answer);
  if (body.length > ANSWER_CHARS_MAX) throw new UnusableAnswer('it is too long');
  return { destination, body, format: 'JSON' };
}

/** Required members of a schema, which may be written in function style. */
function requiredOf(schema: Readonly<Record<string, unknown>>): readonly string[] {
  const { parameters } = schema;
  const body: object = typeof parameters === 'object' && parameters !== null ? parameters : schema;
  const required: unknown = 'required' in body ? body.required : [];
  return Array.isArray(required) ? required.filter((one) => typeof one === 'string') : [];
}

/** The text, or the relevant content of its parts. */
export async function fittingText({ question, json }: AskOperation, text: string, model: AgentModel): Promise<string> {
  if (model.parts(text).length === 1) return text;
  const aim = json ? `filling in this JSON Schema: ${question}` : `this: ${question}`;
  const notes = await model.ofParts(text, (part) =>
    model.text(
      `This is a part of a longer text. Note all that it says that matters to ${aim}\n` +
        `Reply with the notes only, or with ${NOTHING}.\n\n${quoted(part)}`,
    ),
  );
  const said = notes.filter((note) => note !== '' && note !== NOTHING).join('\n\n');
  return model.parts(said)[0] ?? '';
}
