import type {
  ExtractedParagraph,
  FieldAugmentation,
  FieldMetadata,
  QuestionAnswers,
} from '@lectern/contracts/knowledge-box';
import { LongList } from '../document/long';

type Paragraphs = readonly ExtractedParagraph[] | LongList<ExtractedParagraph>;

/** Paragraphs with the labels that agents gave them. */
export function augmentedParagraphs(paragraphs: Paragraphs, augmentations: readonly FieldAugmentation[]): Paragraphs {
  const labelled = augmentations.flatMap((one) => one.paragraphs);
  if (labelled.length === 0) return paragraphs;
  const byKey = Map.groupBy(labelled, ({ key }) => key);
  const withLabels = (paragraph: ExtractedParagraph): ExtractedParagraph => {
    const classifications = byKey.get(paragraph.key)?.flatMap((one) => one.classifications);
    return classifications ? { ...paragraph, classifications } : paragraph;
  };
  if (!(paragraphs instanceof LongList)) return paragraphs.map(withLabels);
  return new LongList(async function* () {
    for await (const some of paragraphs.read()) yield some.map(withLabels);
  });
}

/** Entities found by agents, by name. */
export function augmentedEntities(augmentations: readonly FieldAugmentation[]): FieldMetadata['entities'] {
  const found = augmentations.flatMap(({ entities }) => Object.entries(entities));
  const byName = Map.groupBy(found, ([name]) => name);
  return Object.fromEntries(
    [...byName].map(([name, own]) => [name, { entities: own.flatMap(([, entities]) => entities) }]),
  );
}

/** One entry per agent that found relations. */
export function augmentedRelations(augmentations: readonly FieldAugmentation[]): FieldMetadata['relations'] {
  const found = augmentations.flatMap(({ relations }) => (relations.length > 0 ? [{ relations }] : []));
  return found.length > 0 ? found : null;
}

/** Questions that agents wrote about a field. */
export function writtenQuestions(
  language: string,
  augmentations: readonly FieldAugmentation[],
): QuestionAnswers['question_answer'] {
  const questions = augmentations.flatMap((one) => one.questions);
  return questions.map(({ question, answer, reason, paragraphs: ids_paragraphs }) => ({
    question: { text: question, language, ids_paragraphs },
    answers: [{ text: answer, language, ids_paragraphs, reason }],
  }));
}
