import type { UnderstoodField, UnderstoodParagraph } from '@lectern/contracts/understanding';
import type { DrawnPicture, JobValue } from '@lectern/extraction';
import { sliceCodePoints } from '@lectern/text';
import type { TextParagraph } from './page-blocks';

/** Characters of a field read by a model, all of which are in memory. */
const CHARS_MAX = 4_000_000;
const PARAGRAPHS_MAX = 50_000;

/** All results of a field, with pictures of its pages. */
export class GatheredField {
  readonly pictures = new Map<number, DrawnPicture>();
  field: UnderstoodField | undefined;
  private readonly texts: string[] = [];
  private readonly paragraphs: UnderstoodParagraph[] = [];
  private chars = 0;

  /** Whether the results exceed the limit. */
  get isTooLarge(): boolean {
    return this.chars > CHARS_MAX || this.paragraphs.length > PARAGRAPHS_MAX;
  }

  /** The values collected so far, without the field. */
  *values(): Generator<JobValue> {
    for (const text of this.texts) yield { text };
    for (let at = 0; at < this.paragraphs.length; at += PARAGRAPHS_PER_VALUE)
      yield { paragraphs: this.paragraphs.slice(at, at + PARAGRAPHS_PER_VALUE) };
  }

  add({ text, paragraphs, field, picture }: JobValue): void {
    if (text !== undefined) {
      this.texts.push(text);
      this.chars += text.length;
    }
    for (const paragraph of paragraphs ?? []) this.paragraphs.push(paragraph);
    this.field = field ?? this.field;
    if (picture?.page !== undefined) this.pictures.set(picture.page, picture);
  }

  /** Paragraphs by page, from 0; those without a page belong to the first one. */
  pages(): ReadonlyMap<number, readonly TextParagraph[]> {
    const all = this.texts.join('');
    const isPlain = !/[\ud800-\udfff]/.test(all);
    const textOf = ({ start, end }: UnderstoodParagraph) =>
      isPlain ? all.slice(start, end) : sliceCodePoints(all, start, end);
    const withText = this.paragraphs.map((paragraph) => ({ paragraph, text: textOf(paragraph) }));
    return Map.groupBy(withText, ({ paragraph }) => paragraph.page?.page ?? 0);
  }
}

const PARAGRAPHS_PER_VALUE = 200;
