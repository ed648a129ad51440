import { AppError, generatedFieldLabels } from '@lectern/contracts/core';
import {
  ANNOTATIONS_JSON_CHARS_MAX,
  CLASSIFICATIONS_MAX,
  FIELD_ID,
  type FieldAugmentation,
  type FieldFindings,
  fieldTypeOfLetter,
} from '@lectern/contracts/knowledge-box';
import {
  checkIdents,
  checkMessageCount,
  isProcessed,
  newConversationField,
  newKeyValueField,
  type NewField,
  newMessage,
  newTextField,
} from '@lectern/resource-store';

/** Maximum length of a resource's augmentations, stored as JSON. */
const JSON_CHARS_MAX = 2 * ANNOTATIONS_JSON_CHARS_MAX;

/** Fields that a task generates from a field. @throws AppError `invalid_request` for an invalid field id */
export function generatedFields({
  letter,
  id,
  texts,
  conversations = [],
  keyValues = [],
}: FieldFindings): readonly NewField[] {
  const named = (destination: string) => {
    const own = `da-${destination}-${letter}-${id}`;
    if (FIELD_ID.test(own) && generatedFieldLabels({ letter: 't', id: own }).length > 0) return own;
    throw new AppError('invalid_request', `No field can be called ${own}`);
  };
  return [
    ...texts.map(({ destination, body, format }) => newTextField(named(destination), { body, format })),
    ...conversations.map(({ destination, messages }) => {
      const payloads = messages.map(({ ident, text }) => ({ ident, to: [], content: jsonContent(text) }));
      checkIdents(payloads);
      checkMessageCount(payloads.length);
      return newConversationField(
        named(destination),
        payloads.map((one) => newMessage(one, [])),
      );
    }),
    ...keyValues.map(({ schema, data }) => newKeyValueField(schema, { data })),
  ];
}

function jsonContent(text: string) {
  return { text, format: 'JSON' as const, attachments: [], attachments_fields: [] };
}

/** The stored form of a task's results in a field. */
export function augmentationOf(task: string, findings: FieldFindings): FieldAugmentation {
  const { letter, id, version, classifications, paragraphs, entities, relations, questions, errors = [] } = findings;
  const fields = generatedFields(findings);
  const keyValues = fields.filter((field) => !isProcessed(field)).map((field) => field.id);
  return {
    task,
    field: { field_type: fieldTypeOfLetter[letter], field: id },
    version,
    classifications,
    paragraphs,
    entities,
    relations,
    questions,
    texts: fields.filter(isProcessed).map((field) => field.id),
    ...(keyValues.length > 0 && { key_values: keyValues }),
    ...(errors.length > 0 && { errors }),
  };
}

/**
 * Adds new augmentations of a resource, which replace those of the same task in the same field.
 *
 * @throws AppError `invalid_request` when they are too large
 */
export function mergedAugmentations(
  present: readonly FieldAugmentation[],
  found: readonly FieldAugmentation[],
): FieldAugmentation[] {
  const names = new Set(found.map(augmentationName));
  const merged = [...present.filter((one) => !names.has(augmentationName(one))), ...found];
  for (const own of Map.groupBy(merged, ({ field }) => `${field.field_type}/${field.field}`).values()) {
    // Each paragraph of the field carries these labels.
    const labels = own.reduce((sum, { classifications }) => sum + classifications.length, 0);
    if (labels > CLASSIFICATIONS_MAX)
      throw new AppError('invalid_request', `A field gets at most ${CLASSIFICATIONS_MAX} labels of tasks`);
  }
  if (JSON.stringify(merged).length <= JSON_CHARS_MAX) return merged;
  throw new AppError(
    'invalid_request',
    `A resource keeps at most ${JSON_CHARS_MAX} characters of what tasks find in it`,
  );
}

export function augmentationName({ task, field }: Pick<FieldAugmentation, 'task' | 'field'>): string {
  return `${task}/${field.field_type}/${field.field}`;
}
