import type { Attributes } from '../formats/html-attributes';
import { LEVELS_MAX, ListCounters, type NumberedLevel } from './list-counters';
import type { NumberFormat } from './number-format';

const STYLES_MAX = 20_000;
const DEPTH_MAX = 2_000;
const OUTLINE = 'text:outline-style';
const formats: Readonly<Record<string, NumberFormat>> = {
  '1': 'decimal',
  I: 'upperRoman',
  i: 'lowerRoman',
  A: 'upperLetter',
  a: 'lowerLetter',
  '': 'none',
};

interface OpenList {
  readonly style: string;
  readonly counters: ListCounters;
}

/** The lists of an OpenDocument text, and how far each has counted: OpenDocument 1.3, part 3, 5.3 and 16.30. */
export class OdfNumbering {
  private readonly styles = new Map<string, (NumberedLevel | undefined)[]>();
  private readonly counters = new Map<string, ListCounters>();
  private readonly outline = new ListCounters();
  private readonly open: OpenList[] = [];
  private reading = '';

  /** An element that defines how lists are numbered, in `styles.xml` or in the content. */
  define(name: string, attributes: Attributes): void {
    if (name === 'text:list-style' || name === OUTLINE) {
      this.reading = name === OUTLINE ? OUTLINE : (attributes['style:name'] ?? '');
      if (this.styles.size < STYLES_MAX) this.styles.set(this.reading, []);
    }
    const level = Number(attributes['text:level']) - 1;
    if (!/^text:(list-level-style-number|outline-level-style)$/.test(name) || !(level >= 0 && level < LEVELS_MAX))
      return;
    const levels = this.styles.get(this.reading);
    if (levels) levels[level] = levelOf(level, attributes);
  }

  /** A list within another one has the style of that, unless it has another. */
  openList(attributes: Attributes): void {
    const above = this.open.at(-1);
    const style = attributes['text:style-name'] ?? above?.style ?? '';
    const isContinued = attributes['text:continue-numbering'] === 'true' || 'text:continue-list' in attributes;
    const earlier = isContinued ? this.counters.get(style) : undefined;
    const counters = above?.counters ?? earlier ?? new ListCounters();
    if (!above && this.counters.size < STYLES_MAX) this.counters.set(style, counters);
    if (this.open.length < DEPTH_MAX) this.open.push({ style, counters });
  }

  closeList(): void {
    this.open.pop();
  }

  /** Counts an item of the list that is open. @returns what stands before it; empty where that is no number */
  item(attributes: Attributes): string {
    const list = this.open.at(-1);
    const level = this.open.length - 1;
    const levels = list && this.styles.get(list.style);
    if (!list || !levels || !levels[level]) return '';
    const start = startIn(attributes);
    if (start !== undefined) list.counters.restart(level, start);
    return list.counters.next(level, levels);
  }

  /** The same of a heading that is in no list. */
  heading(attributes: Attributes): string {
    const levels = this.styles.get(OUTLINE);
    if (!levels || attributes['text:is-list-header'] === 'true') return '';
    const level = Number(attributes['text:outline-level'] ?? 1) - 1;
    if (!levels[level] || levels[level]?.format === 'none') return '';
    return this.outline.next(level, levels);
  }
}

/** How many levels' numbers a level shows, the last of them its own. */
function levelOf(level: number, attributes: Attributes): NumberedLevel {
  const shown = Math.min(Math.max(1, Number(attributes['text:display-levels'] ?? 1) || 1), level + 1);
  const numbers = Array.from({ length: shown }, (_, at) => `%${level + 2 - shown + at}`);
  const [prefix, suffix] = [attributes['style:num-prefix'] ?? '', attributes['style:num-suffix'] ?? ''];
  const format = formats[attributes['style:num-format'] ?? ''] ?? 'decimal';
  const label = format === 'none' ? '' : numbers.join('.');
  return { format, start: startIn(attributes) ?? 1, pattern: `${prefix}${label}${suffix}` };
}

function startIn(attributes: Attributes): number | undefined {
  const start = Number(attributes['text:start-value'] ?? NaN);
  return Number.isSafeInteger(start) && start >= 0 ? start : undefined;
}
