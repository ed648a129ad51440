import type { ProcessingValue, UnderstoodField, UnderstoodParagraph } from '@lectern/contracts';

/** All values of a field together. */
export interface Understood extends UnderstoodField {
  readonly text: string;
  readonly paragraphs: readonly UnderstoodParagraph[];
}

export async function collected(
  values: Iterable<ProcessingValue> | AsyncIterable<ProcessingValue>,
): Promise<Understood> {
  const texts: string[] = [];
  const paragraphs: UnderstoodParagraph[] = [];
  let field: UnderstoodField | undefined;
  for await (const value of values) {
    if (field) throw new Error('The field is the last value');
    if (value.text !== undefined) texts.push(value.text);
    for (const paragraph of value.paragraphs ?? []) paragraphs.push(paragraph);
    field = value.field;
  }
  if (!field) throw new Error('There was no field');
  return { ...field, text: texts.join(''), paragraphs };
}
