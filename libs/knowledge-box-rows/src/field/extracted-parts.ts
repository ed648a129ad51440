import type { UnderstoodParagraph } from '@lectern/contracts/understanding';
import type { ExtractedFieldEntity } from './field.entity';

/** A part of the text of a field or of its paragraphs. */
export interface ExtractedPart extends Pick<ExtractedFieldEntity, 'kbid' | 'rid' | 'letter' | 'id' | 'extractedAt'> {
  readonly seqid: string;
  /** Of the field, in the order that fields are to have. */
  readonly number: number;
  /** From 0, of texts and of paragraphs each. */
  readonly part: number;
  /** Of the field, with the first part of its text only. */
  readonly understood: ExtractedFieldEntity['understood'] | null;
  readonly text: string | null;
  readonly paragraphs: readonly UnderstoodParagraph[] | null;
}

/** Fields of their parts, whatever the order of those. */
export function joinedParts(parts: readonly ExtractedPart[]): ExtractedFieldEntity[] {
  const fields = Map.groupBy(parts, ({ number }) => number);
  return [...fields].sort(([a], [b]) => a - b).flatMap(([, own]) => joinedField(own));
}

function joinedField(parts: readonly ExtractedPart[]): ExtractedFieldEntity[] {
  const ordered = parts.toSorted((a, b) => a.part - b.part);
  return ordered.flatMap(({ kbid, rid, letter, id, seqid, understood, extractedAt }) =>
    understood
      ? [
          {
            kbid,
            rid,
            letter,
            id,
            seqid: Number(seqid),
            text: ordered.map(({ text }) => text ?? '').join(''),
            paragraphs: ordered.flatMap(({ paragraphs }) => paragraphs ?? []),
            understood,
            extractedAt,
          },
        ]
      : [],
  );
}
