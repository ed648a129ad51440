import { AppError } from '@lectern/contracts/core';
import type { ProcessingValue, UnderstoodField, UnderstoodParagraph } from '@lectern/contracts/understanding';

/** All that was found in a text or a file. */
export interface Gathered {
  readonly text: string;
  readonly paragraphs: readonly UnderstoodParagraph[];
  readonly understood: UnderstoodField;
}

/** Collects all values of a small stream. @throws AppError `unavailable` when they end early */
export async function gathered(values: AsyncIterable<ProcessingValue>): Promise<Gathered> {
  const texts: string[] = [];
  const paragraphs: UnderstoodParagraph[] = [];
  let understood: UnderstoodField | undefined;
  for await (const value of values) {
    if (value.text !== undefined) texts.push(value.text);
    if (value.paragraphs) paragraphs.push(...value.paragraphs);
    understood = value.field ?? understood;
  }
  if (!understood) throw endedEarly();
  return { text: texts.join(''), paragraphs, understood };
}

export function endedEarly(): AppError {
  return new AppError('unavailable', 'Processing ended without a result');
}
