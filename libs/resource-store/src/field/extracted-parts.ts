import type { UnderstoodParagraph } from '@lectern/contracts/understanding';
import type { ExtractedFieldEntity } from './field.entity';

/** A part of a field's text or paragraphs. */
export interface ExtractedPart extends Pick<ExtractedFieldEntity, 'kbid' | 'rid' | 'letter' | 'id' | 'extractedAt'> {
  readonly seqid: string;
  /** Position of the field in the result order. */
  readonly number: number;
  /** From 0, numbered separately for texts and paragraphs. */
  readonly part: number;
  /** Results of the field; only with the first part of its text. */
  readonly understood: ExtractedFieldEntity['understood'] | null;
  readonly text: string | null;
  readonly paragraphs: readonly UnderstoodParagraph[] | null;
}

/** Joins parts, in any order, to fields. */
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
