import { formattedNumber, type NumberFormat } from '../numbering/number-format';
import type { Attributes } from './html-attributes';

const formats: Readonly<Record<string, NumberFormat>> = {
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
};
/** Mark before an item whose text follows. */
const ITEM_MARK = /^(?:[\w-]+\. )?(?:\[[ x]\] )?$/;

/** The items of a list, numbered as a browser shows them. */
export class HtmlList {
  private readonly format: NumberFormat | undefined;
  private readonly step: number;
  private next: number;

  constructor(name: string, attributes: Attributes) {
    this.format = name === 'ol' ? (formats[attributes['type'] ?? ''] ?? 'decimal') : undefined;
    // How many items there are is not known yet: without a start, they count upwards.
    this.step = attributes['reversed'] !== undefined && attributes['start'] !== undefined ? -1 : 1;
    this.next = listNumber(attributes['start']) ?? 1;
  }

  /** Number before the next item; empty for a bullet. */
  markOf(attributes: Attributes): string {
    if (!this.format) return '';
    const number = listNumber(attributes['value']) ?? this.next;
    this.next = number + this.step;
    return `${formattedNumber(number, this.format)}. `;
  }
}

/** `[x] ` or `[ ] ` for the box of a task; nothing for boxes to fill in. */
export function taskMark(attributes: Attributes): string {
  if (attributes['type'] !== 'checkbox' || attributes['disabled'] === undefined) return '';
  return attributes['checked'] === undefined ? '[ ] ' : '[x] ';
}

/** Whether a line is only the mark of an item. */
export function isItemMark(text: string): boolean {
  return text !== '' && ITEM_MARK.test(text);
}

function listNumber(attribute: string | undefined): number | undefined {
  const number = Number.parseInt(attribute ?? '', 10);
  return Number.isNaN(number) ? undefined : number;
}
