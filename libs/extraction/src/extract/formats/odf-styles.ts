import { eachElement } from '../numbering/word-numbering';
import type { Attributes } from './html-attributes';

const STYLES_MAX = 20_000;

/** Effects of styles of an OpenDocument file on text: hidden, raised, lowered. */
export class OdfTextStyles {
  private readonly hiding = new Set<string>();
  private readonly places = new Map<string, 'sup' | 'sub'>();
  private style = '';

  /** @param parts XML, of which styles are taken */
  constructor(...parts: readonly string[]) {
    for (const part of parts) eachElement(part, (name, attributes) => this.define(name, attributes));
  }

  hides(style: string | undefined): boolean {
    return style !== undefined && this.hiding.has(style);
  }

  placeOf(style: string | undefined): 'sup' | 'sub' | undefined {
    return style === undefined ? undefined : this.places.get(style);
  }

  private define(name: string, attributes: Attributes): void {
    if (name === 'style:style') this.style = attributes['style:name'] ?? '';
    if (name !== 'style:text-properties' || this.style === '') return;
    if (this.hiding.size + this.places.size >= STYLES_MAX) return;
    if (attributes['text:display'] === 'none') this.hiding.add(this.style);
    const raised = /^(super|sub|-?\d+(?=%))/.exec(attributes['style:text-position'] ?? '')?.[1];
    if (raised === 'sub' || raised?.startsWith('-')) this.places.set(this.style, 'sub');
    else if (raised !== undefined && Number(raised) !== 0) this.places.set(this.style, 'sup');
  }
}
