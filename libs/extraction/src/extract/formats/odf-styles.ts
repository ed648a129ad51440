import { eachElement } from '../numbering/word-numbering';
import type { Attributes } from './html-attributes';

const STYLES_MAX = 20_000;

/** Effects of styles of an OpenDocument file on text: hidden, raised, lowered. */
export class OdfTextStyles {
  private readonly hiding = new Set<string>();
  private readonly raised = new Map<string, 'sup' | 'sub'>();
  private style = '';

  /** @param parts XML, of which styles are taken */
  constructor(...parts: readonly string[]) {
    for (const part of parts) eachElement(part, (name, attributes) => this.define(name, attributes));
  }

  hides(style: string | undefined): boolean {
    return style !== undefined && this.hiding.has(style);
  }

  raisedBy(style: string | undefined): 'sup' | 'sub' | undefined {
    return style === undefined ? undefined : this.raised.get(style);
  }

  private define(name: string, attributes: Attributes): void {
    if (name === 'style:style') this.style = attributes['style:name'] ?? '';
    if (name !== 'style:text-properties' || this.style === '') return;
    if (this.hiding.size + this.raised.size >= STYLES_MAX) return;
    if (attributes['text:display'] === 'none') this.hiding.add(this.style);
    const raised = /^(super|sub|-?\d+(?=%))/.exec(attributes['style:text-position'] ?? '')?.[1];
    if (raised === 'sub' || raised?.startsWith('-')) this.raised.set(this.style, 'sub');
    else if (raised !== undefined && Number(raised) !== 0) this.raised.set(this.style, 'sup');
  }
}
