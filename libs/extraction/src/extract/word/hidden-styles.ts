import { eachElement } from '../numbering/word-numbering';

const BASES_MAX = 20;
const STYLES_MAX = 20_000;

/** Styles of a Word document that hide their text: from `styles.xml`. */
export class HiddenStyles {
  private readonly own = new Map<string, boolean>();
  private readonly bases = new Map<string, string>();

  constructor(xml: string) {
    let style = '';
    eachElement(xml, (name, attributes) => {
      const value = attributes['w:val'];
      if (name === 'w:style') style = attributes['w:styleId'] ?? '';
      if (style === '' || this.own.size + this.bases.size >= STYLES_MAX) return;
      if (name === 'w:basedOn' && value !== undefined) this.bases.set(style, value);
      if (name === 'w:vanish') this.own.set(style, isPropertyOn(value));
    });
  }

  has(name: string | undefined): boolean {
    let style = name;
    for (let steps = 0; style !== undefined && steps < BASES_MAX; steps += 1) {
      const own = this.own.get(style);
      if (own !== undefined) return own;
      style = this.bases.get(style);
    }
    return false;
  }
}

/** A property that is named is on, unless it says the contrary. */
export function isPropertyOn(value: string | undefined): boolean {
  return value === undefined || !/^(0|false|off|none)$/i.test(value);
}
