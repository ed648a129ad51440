import { Parser } from 'htmlparser2';
import type { Archive } from '../archive';
import { partRelations, xmlOf } from './office-relations';

const TEXTS_MAX = 2_000;

/** Slides in the order of the presentation, as names of their parts. */
export function slidesOf(archive: Archive): string[] {
  const main = 'ppt/presentation.xml';
  const parts = new Map(partRelations(main, archive).map(({ id, target }) => [id, target]));
  const ids = [...xmlOf(main, archive).matchAll(/<p:sldId\s[^>]{0,500}?r:id="([^"]{1,200})"/g)];
  return ids.flatMap(([, id = '']) => parts.get(id) ?? []);
}

/** Texts that layouts and masters add to slides, each text once. */
export function masterTextsOf(slides: readonly string[], archive: Archive): string[] {
  const layouts = partsOfType(slides, 'slideLayout', archive);
  const masters = partsOfType(layouts, 'slideMaster', archive);
  return [...new Set([...layouts, ...masters].flatMap((part) => shapeTexts(xmlOf(part, archive))))];
}

function partsOfType(parts: readonly string[], type: string, archive: Archive): string[] {
  const targets = parts.flatMap((part) => partRelations(part, archive).filter((relation) => relation.type === type));
  return [...new Set(targets.map(({ target }) => target))];
}

/** Texts of shapes that are not places for the text of slides: a paragraph each. */
export function shapeTexts(xml: string): string[] {
  const shapes = new ShapeTextReader();
  new Parser(shapes, { xmlMode: true }).end(xml);
  return shapes.texts;
}

class ShapeTextReader {
  readonly texts: string[] = [];
  private shape: string[] = [];
  private isPlace = false;
  private inText = false;
  private line = '';

  onopentag(name: string): void {
    const local = name.slice(name.indexOf(':') + 1);
    if (local === 'sp') {
      this.shape = [];
      this.isPlace = false;
    }
    this.isPlace ||= local === 'ph';
    this.inText = local === 't';
  }

  ontext(text: string): void {
    if (this.inText) this.line += text;
  }

  onclosetag(name: string): void {
    const local = name.slice(name.indexOf(':') + 1);
    this.inText = false;
    if (local === 'p') {
      const line = this.line.trim();
      if (line !== '') this.shape.push(line);
      this.line = '';
    }
    if (local !== 'sp' || this.isPlace) return;
    for (const line of this.shape) if (this.texts.length < TEXTS_MAX) this.texts.push(line);
  }
}
