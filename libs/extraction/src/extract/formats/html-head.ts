import type { DocumentProperties } from '../document';
import type { Attributes } from './html-attributes';

type Property = keyof DocumentProperties;

const metaNames: Readonly<Record<string, Property>> = {
  'og:title': 'title',
  'twitter:title': 'title',
  'dc.title': 'title',
  description: 'description',
  'og:description': 'description',
  'twitter:description': 'description',
  'og:image': 'image',
  'twitter:image': 'image',
  'content-language': 'language',
};

/** Longer ones are cut where they are kept. */
const TITLE_CHARS_MAX = 10_000;

/** Collects metadata from the head of a page. */
export class HtmlHead {
  private readonly found: { -readonly [K in Property]?: string } = {};
  private title = '';
  private inTitle = false;
  private titleDone = false;

  open(name: string, attributes: Attributes): void {
    if (name === 'html' && attributes['lang']) this.found.language ??= attributes['lang'];
    if (name === 'title' && !this.titleDone) this.inTitle = true;
    if (name === 'svg' || name === 'body') this.titleDone = true;
    if (name === 'meta') this.meta(attributes);
  }

  text(content: string): void {
    if (this.inTitle && this.title.length < TITLE_CHARS_MAX) this.title += content;
  }

  close(name: string): void {
    if (name !== 'title' || !this.inTitle) return;
    this.inTitle = false;
    this.titleDone = true;
  }

  /** The page's own title element wins over titles for previews. */
  get properties(): DocumentProperties {
    return this.title.trim() === '' ? this.found : { ...this.found, title: this.title };
  }

  private meta(attributes: Attributes): void {
    const name = (attributes['property'] ?? attributes['name'] ?? attributes['http-equiv'] ?? '').toLowerCase();
    const property = Object.hasOwn(metaNames, name) ? metaNames[name] : undefined;
    const content = attributes['content']?.trim();
    if (property && content) this.found[property] ??= content;
  }
}
