import { type FieldAnnotation, letterOfFieldType } from '@lectern/contracts/knowledge-box';
import type { LongResource } from '@lectern/indexing';
import { fieldOfSplit } from '@lectern/resource-store';
import { type FieldContent, trainsetFilterField, trainsetParagraphs } from './trainset-items';
import { questionMessage } from './trainset-messages';

type Question = FieldAnnotation['question_answers'][number];

/**
 * The questions written by users about the fields of a resource, one item per answer.
 *
 * @param isWanted whether to include the questions about a field; fields without text may have questions, too
 */
export async function* questionItems(
  { resource, fields }: LongResource,
  content: FieldContent,
  isWanted: (field: ReturnType<typeof trainsetFilterField>) => boolean,
): AsyncGenerator<Uint8Array> {
  const questions = resource.annotations
    .filter(({ field: { field_type: type, field: id } }) => {
      const letter = letterOfFieldType[type];
      const found = fields.find((one) => one.letter === letter && fieldOfSplit(one.id) === id);
      return isWanted(trainsetFilterField(resource, { ...(found ?? unprocessed), letter, id }));
    })
    .flatMap(({ question_answers: own }) => own);
  const texts = await paragraphTexts({ resource, fields }, content, namedParagraphs(questions));
  const resolved = ({ text, language, ids_paragraphs: ids }: Question['question_answer']['question']) => ({
    text,
    language,
    paragraphs: [...new Set(ids)].flatMap((id) => texts.get(id) ?? []),
  });
  for (const { question_answer: pair, cancelled_by_user: isCancelled } of questions) {
    const question = resolved(pair.question);
    for (const answer of pair.answers) yield questionMessage({ question, answer: resolved(answer), isCancelled });
  }
}

/** A field without processing results. */
const unprocessed = { understood: { language: '', mimeType: '', entities: [] }, count: 0 } as const;

/** Ids of the paragraphs that questions and answers refer to. */
function namedParagraphs(questions: readonly Question[]): ReadonlySet<string> {
  return new Set(
    questions.flatMap(({ question_answer: { question, answers } }) =>
      [question, ...answers].flatMap(({ ids_paragraphs: ids }) => ids),
    ),
  );
}

/** Texts of paragraphs of a resource. Fields without any of these paragraphs are not read. */
async function paragraphTexts(
  { resource, fields }: LongResource,
  content: FieldContent,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const named = new Set([...ids].map((id) => id.slice(0, id.lastIndexOf('/'))));
  for (const field of fields) {
    if (!named.has(`${resource.id}/${field.letter}/${field.id}`)) continue;
    for await (const { id, text } of trainsetParagraphs({ resource, field }, content))
      if (ids.has(id)) found.set(id, text);
  }
  return found;
}
