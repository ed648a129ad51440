import type { DocumentBuilder } from '../document-builder';
import { ExtractError, foreignReason } from '../extract-error';
import type { PageOptions } from '../page';
import type { Source } from '../reader';
import { articleOf } from './article';
import { decodedText } from './decoded-text';
import { declaredCharset, readHtml } from './html';
import { isTimeout, withinTime } from '../within-time';
import { type ElementNode, treeOf } from './web-tree';

const PARTS_MAX = 500;
/** For an expression of a caller to find its parts, which may take for ever. */
const SELECT_MS_MAX = 5_000;
/** Characters of a page that is read as a tree. */
const TREE_CHARS_MAX = 20_000_000;

/**
 * The wanted part of a page: what a selector keeps, or its main content, or all of it where there is no main content.
 *
 * @throws ExtractError when the selector cannot be understood or keeps nothing
 */
export async function readWebPage(source: Source, document: DocumentBuilder, page: PageOptions): Promise<void> {
  const whole = decodedText(source, document, declaredCharset(source.bytes));
  document.lose(`Characters of mark-up beyond ${TREE_CHARS_MAX} were left out`, whole.length - TREE_CHARS_MAX);
  const html = whole.slice(0, TREE_CHARS_MAX);
  const part = await wantedPart(html, page);
  document.lose(`Parts beyond the first ${PARTS_MAX} that the selector keeps were left out`, part.left ?? 0);
  readHtml(part.html, document, page.address);
  document.describe({ title: part.title, description: part.excerpt });
  if (part.html !== html) describeBy(html, document);
}

interface Part {
  readonly html: string;
  readonly title?: string;
  readonly excerpt?: string;
  /** Parts that were not kept. */
  readonly left?: number;
}

async function wantedPart(html: string, page: PageOptions): Promise<Part> {
  if (page.cssSelector) return bySelector(html, page.cssSelector);
  if (page.xpath) return byXpath(html, page.xpath);
  return (page.mainContent ? await articleOf(html) : undefined) ?? { html };
}

/** Metadata in the head, from the whole page. */
export function describeBy(html: string, document: DocumentBuilder): void {
  const start = html.search(/<head[\s>]/i);
  const length = html.slice(start).search(/<\/head>|<body[\s>]/i);
  const head = start === -1 || length === -1 ? undefined : html.slice(start, start + length);
  const language = /<html\b[^<>]*>/i.exec(html.slice(0, 10_000))?.[0] ?? '<html>';
  if (head) readHtml(`${language}${head}`, document);
}

async function bySelector(html: string, selector: string): Promise<Part> {
  const tree = await treeOf(html);
  return selected({ kind: 'CSS selector', expression: selector }, () => [...tree.querySelectorAll(selector)]);
}

interface XpathLibrary {
  parse(expression: string): { select(options: { node: ElementNode; isHtml: boolean }): ElementNode[] };
}

async function byXpath(html: string, expression: string): Promise<Part> {
  // Its typings lack `parse`, the only way to have HTML's names in lower case.
  const library = (await import('xpath')) as unknown as XpathLibrary & { readonly default?: XpathLibrary };
  // Below a document type it finds nothing.
  const tree = await treeOf(html.replace(/<!doctype[^<>]*>/i, ''));
  const { parse } = library.default ?? library;
  return selected({ kind: 'XPath', expression }, () => parse(expression).select({ node: tree, isHtml: true }));
}

/** @throws ExtractError for an expression that is invalid, takes too long on this page, or finds nothing */
function selected(
  { kind, expression }: { readonly kind: string; readonly expression: string },
  select: () => readonly ElementNode[],
): Part {
  let found: readonly ElementNode[];
  try {
    found = withinTime(select, SELECT_MS_MAX);
  } catch (cause) {
    const limit = `The ${kind} takes more than ${SELECT_MS_MAX / 1_000} s on this page: write a simpler one: ${expression}`;
    const reason = `The ${kind} cannot be understood (${foreignReason(cause)}): ${expression}`;
    throw new ExtractError(isTimeout(cause) ? limit : reason, 'ERROR', { cause });
  }
  return joinedElements(found, `The ${kind} matches nothing on the page: ${expression}`);
}

/** Parts that lie within another part come with it. */
function joinedElements(parts: readonly ElementNode[], nothing: string): Part {
  const chosen = new Set(parts.slice(0, PARTS_MAX));
  const outermost = [...chosen].filter((part) => {
    for (let above = part.parentNode; above; above = above.parentNode) if (chosen.has(above)) return false;
    return true;
  });
  if (outermost.length === 0) throw new ExtractError(nothing);
  const html = outermost.map((part) => part.outerHTML ?? `<p>${part.textContent ?? ''}</p>`).join('\n');
  return { html, left: parts.length - chosen.size };
}
