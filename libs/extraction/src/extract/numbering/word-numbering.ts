import { Parser } from 'htmlparser2';
import type { Attributes } from '../formats/html-attributes';
import { LEVELS_MAX, ListCounters, type NumberedLevel } from './list-counters';
import type { NumberFormat } from './number-format';

const BASES_MAX = 20;
const LISTS_MAX = 20_000;
const formats: Readonly<Record<string, NumberFormat>> = {
  decimal: 'decimal',
  decimalZero: 'decimalZero',
  upperRoman: 'upperRoman',
  lowerRoman: 'lowerRoman',
  upperLetter: 'upperLetter',
  lowerLetter: 'lowerLetter',
  none: 'none',
};

/** Numbering properties of a paragraph. */
export interface ParagraphNumber {
  readonly style?: string;
  readonly list?: string;
  readonly level?: number;
}

/** A level while it is read. */
type Draft = { -readonly [K in keyof NumberedLevel]: NumberedLevel[K] };

interface Definition {
  readonly levels: (Draft | undefined)[];
  /** A style whose list it is. */
  style?: string;
}

interface Instance {
  definition: string;
  readonly levels: (Draft | undefined)[];
  readonly starts: Map<number, number>;
}

interface Style extends ParagraphNumber {
  readonly base?: string;
}

/** The lists of a Word document, and how far each has counted: `numbering.xml` and `styles.xml`. */
export class WordNumbering {
  private readonly definitions = new Map<string, Definition>();
  private readonly instances = new Map<string, Instance>();
  private readonly styles = new Map<string, Style>();
  /** By definition and name. */
  private readonly levelStyles = new Map<string, number>();
  private readonly counters = new Map<string, ListCounters>();
  private readonly begun = new Set<string>();

  constructor(numbering: string, styles: string) {
    this.readLists(numbering);
    this.readStyles(styles);
  }

  get hasLists(): boolean {
    return this.instances.size > 0;
  }

  /** Counts a paragraph. @returns what stands before it; empty where that is no number */
  label(paragraph: ParagraphNumber): string {
    const styled = this.ofStyle(paragraph.style);
    const list = paragraph.list ?? styled?.list;
    const instance = list === undefined ? undefined : this.instances.get(list);
    if (!instance || list === undefined) return '';
    const [key, definition] = this.definitionOf(instance);
    const level = paragraph.level ?? styled?.level ?? 0;
    const counters = this.counters.get(key) ?? new ListCounters();
    this.counters.set(key, counters);
    const start = instance.starts.get(level);
    if (start !== undefined && !this.begun.has(`${list}/${level}`)) counters.restart(level, start);
    this.begun.add(`${list}/${level}`);
    const levels = Array.from({ length: LEVELS_MAX }, (_, at) => instance.levels[at] ?? definition?.levels[at]);
    return counters.next(level, levels);
  }

  private definitionOf({ definition }: Instance): readonly [string, Definition | undefined] {
    let [key, found] = [definition, this.definitions.get(definition)];
    for (let steps = 0; found?.style !== undefined && found.levels.length === 0 && steps < BASES_MAX; steps += 1) {
      const next = this.instances.get(this.ofStyle(found.style)?.list ?? '');
      if (!next) break;
      [key, found] = [next.definition, this.definitions.get(next.definition)];
    }
    return [key, found];
  }

  /** A style has the list and the level of what it is based on, unless it has others. */
  private ofStyle(name: string | undefined): ParagraphNumber | undefined {
    let [list, level]: [string | undefined, number | undefined] = [undefined, undefined];
    let style = name === undefined ? undefined : this.styles.get(name);
    for (let steps = 0; style && steps < BASES_MAX; steps += 1) {
      list ??= style.list;
      level ??= style.level;
      style = style.base === undefined ? undefined : this.styles.get(style.base);
    }
    return list === undefined ? undefined : { list, level: level ?? this.levelOfStyle(list, name) };
  }

  /** A level may name the style that belongs to it. */
  private levelOfStyle(list: string, name: string | undefined): number | undefined {
    return this.levelStyles.get(`${this.instances.get(list)?.definition}/${name}`);
  }

  private readLists(xml: string): void {
    let key = '';
    let instance: Instance | undefined;
    let level: number | undefined;
    eachElement(xml, (name, attributes) => {
      const value = attributes['w:val'] ?? '';
      if (this.definitions.size + this.instances.size > LISTS_MAX) return;
      if (name === 'w:abstractNum') {
        [key, instance, level] = [attributes['w:abstractNumId'] ?? '', undefined, undefined];
        this.definitions.set(key, { levels: [] });
      } else if (name === 'w:num') {
        instance = { definition: '', levels: [], starts: new Map() };
        this.instances.set(attributes['w:numId'] ?? '', instance);
      } else if (name === 'w:abstractNumId' && instance) instance.definition = value;
      else if (name === 'w:numStyleLink') this.definition(key).style = value;
      else if (name === 'w:lvl' || name === 'w:lvlOverride') {
        level = levelIn(attributes['w:ilvl']);
        const levels = instance?.levels ?? this.definition(key).levels;
        if (name === 'w:lvl' && level !== undefined) levels[level] = { start: 1, pattern: '', format: 'decimal' };
      } else if (name === 'w:startOverride' && instance && level !== undefined)
        instance.starts.set(level, wholeNumber(value));
      else if (name === 'w:pStyle' && level !== undefined && !instance) this.levelStyles.set(`${key}/${value}`, level);
      else if (level !== undefined)
        describeLevel(name, value, (instance?.levels ?? this.definition(key).levels)[level]);
    });
  }

  private definition(key: string): Definition {
    const found = this.definitions.get(key) ?? { levels: [] };
    this.definitions.set(key, found);
    return found;
  }

  private readStyles(xml: string): void {
    let name = '';
    eachElement(xml, (element, attributes) => {
      const value = attributes['w:val'];
      if (element === 'w:style') name = attributes['w:styleId'] ?? '';
      if (name === '' || this.styles.size > LISTS_MAX) return;
      const style = this.styles.get(name) ?? {};
      if (element === 'w:basedOn') this.styles.set(name, { ...style, base: value });
      if (element === 'w:numId') this.styles.set(name, { ...style, list: value });
      if (element === 'w:ilvl') this.styles.set(name, { ...style, level: levelIn(value) });
    });
  }
}

function describeLevel(name: string, value: string, level: Draft | undefined): void {
  if (!level) return;
  if (name === 'w:start') level.start = wholeNumber(value);
  if (name === 'w:lvlText') level.pattern = value;
  if (name === 'w:numFmt') level.format = value === 'bullet' ? undefined : (formats[value] ?? 'decimal');
  if (name === 'w:isLgl') level.isDecimal = value !== '0' && value !== 'false';
  if (name === 'w:lvlRestart') level.neverRestarts = value === '0';
}

export function eachElement(xml: string, take: (name: string, attributes: Attributes) => void): void {
  const parser = new Parser({ onopentag: take }, { xmlMode: true });
  parser.end(xml);
}

/** Undefined for an invalid one. */
export function levelIn(value: string | undefined): number | undefined {
  const level = Number(value ?? NaN);
  return Number.isInteger(level) && level >= 0 && level < LEVELS_MAX ? level : undefined;
}

function wholeNumber(value: string): number {
  const number = Number(value);
  return Number.isSafeInteger(number) && number >= 0 ? number : 1;
}
