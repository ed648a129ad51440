import type { Attributes } from './html-attributes';

/** Classes of line numbers in the output of syntax highlighters. */
const GUTTER =
  /(?:^|\s)(?:[\w-]*(?:gutter|line-?no(?:s|div)?|line-?numbers?|linenum(?:ber)?s?)[\w-]*|lnt?|lntd|blob-num|hljs-ln-n\w*)(?=$|\s)/i;
/** And cells with lines of it. */
const CODE_CELL = /(?:^|\s)(?:code|blob-code|blob-code-inner|hljs-ln-code|rouge-code|de1|crayon-code)(?=$|\s)/i;

export function isGutter(attributes: Attributes): boolean {
  return GUTTER.test(attributes['class'] ?? '');
}

export function isCodeCell(attributes: Attributes): boolean {
  return CODE_CELL.test(attributes['class'] ?? '');
}

/** Numbers of lines, one after the other, or nothing. */
export function areLineNumbers(text: string): boolean {
  const numbers = text.trim().split(/\s+/).filter(Boolean);
  return numbers.every(
    (number, at) => /^\d{1,6}$/.test(number) && (at === 0 || Number(number) === Number(numbers[at - 1]) + 1),
  );
}
