import { TEX_CLASS } from './html-formulas';

/** The part of a tree of linkedom that is used. */
export interface ElementNode {
  readonly nodeType: number;
  /** In capitals. */
  readonly nodeName: string;
  readonly outerHTML?: string;
  readonly textContent: string | null;
  readonly parentNode: ElementNode | null;
  readonly firstChild: ElementNode | null;
  readonly nextSibling: ElementNode | null;
  getAttribute(name: string): string | null;
  querySelector(selector: string): ElementNode | null;
  querySelectorAll(selector: string): Iterable<ElementNode>;
  remove(): void;
}

export async function treeOf(html: string): Promise<ElementNode> {
  const { parseHTML } = await import('linkedom');
  // Its typings need those of a browser, which are not here.
  const parse = (text: string) => parseHTML(text).document as unknown as ElementNode;
  if (!isSilent) silence(parse('<html></html>'));
  isSilent = true;
  return parse(/<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`);
}

let isSilent = false;

/**
 * Takes the list of listeners from all nodes that are made from now on. Nobody listens here, and the garbage collector
 * spends half of the time of a tree on the weak map that links nodes with their lists.
 */
function silence(node: ElementNode): void {
  let prototype: unknown = node;
  for (let depth = 0; depth < CLASSES_DEEP_MAX && prototype instanceof Object; depth += 1) {
    const { constructor } = prototype;
    const above: unknown = Object.getPrototypeOf(constructor);
    if (typeof above === 'function' && above.name === 'DOMEventTarget') {
      Object.setPrototypeOf(constructor, Silent);
      return;
    }
    prototype = Object.getPrototypeOf(prototype);
  }
}

const CLASSES_DEEP_MAX = 20;

class Silent {}

/**
 * Without invisible parts: programs, styles, drawings, notes of authors, and attributes that only they use. A tree
 * of the rest takes half the time. Metadata for machines stays.
 */
export function withoutPrograms(html: string): string {
  const kept: string[] = [];
  let from = 0;
  const opening = /<!--|<(script|style|svg|noscript|template)(?=[\s/>])[^<>]*>/gi;
  for (let found = opening.exec(html); found; found = opening.exec(html)) {
    const name = found[1]?.toLowerCase();
    if (name === 'script' && /ld\+json/i.test(found[0])) continue;
    const end = elementEnd(html, opening.lastIndex, name === undefined ? /-->/g : closing[name]);
    // Nothing closes it: a browser would show the rest, or not, as it likes.
    if (end === undefined) break;
    kept.push(html.slice(from, found.index), texOf(html.slice(found.index, end)));
    from = end;
    opening.lastIndex = end;
  }
  kept.push(html.slice(from));
  return kept.join('').replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(UNREAD_ATTRIBUTE, ''));
}

/** TeX in a script is text of the page, which programs that judge pages would not see. */
function texOf(script: string): string {
  const tex = /^<script[^<>]*\stype\s*=\s*["']?math\/tex[^<>]*>([\s\S]*)<\/script\s*>$/i.exec(script)?.[1];
  if (tex === undefined) return '';
  return `<span class="${TEX_CLASS}">${tex.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</span>`;
}

const closing: Readonly<Record<string, RegExp>> = Object.fromEntries(
  ['script', 'style', 'svg', 'noscript', 'template'].map((name) => [name, new RegExp(`</${name}\\s*>`, 'gi')]),
);

function elementEnd(html: string, from: number, end: RegExp | undefined): number | undefined {
  if (!end) return undefined;
  end.lastIndex = from;
  return end.test(html) ? end.lastIndex : undefined;
}

const UNREAD_ATTRIBUTE =
  /\s(?:data-[\w.:-]+|on[a-z]+|srcset|sizes|target|width|height|tabindex|loading|aria-(?!hidden)[a-z]+)\s*=\s*(?:"[^"]*"|'[^']*')/gi;
