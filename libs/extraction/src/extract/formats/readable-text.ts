import type { ElementNode } from './web-tree';

/** Words of a page. */
export interface ReadableWords {
  readonly prose: readonly string[];
  /** Of tables and code. */
  readonly structured: readonly string[];
  /** In links, or beside the content. */
  readonly beside: readonly string[];
}

const WORDS_MAX = 500_000;
const TEXT = 3;
const unread = new Set('HEAD SCRIPT STYLE NOSCRIPT TEMPLATE SVG SELECT OPTION TITLE'.split(' '));
const besideContent = new Set('A NAV FOOTER HEADER ASIDE BUTTON DIALOG'.split(' '));
const structures = new Set('TABLE DL PRE'.split(' '));
/** Always content, regardless of their names. */
const wholes = new Set('HTML BODY MAIN ARTICLE'.split(' '));
/** Class names of parts beside the content. */
const BESIDE =
  /(?:^|[\s_-])(?:nav|navbar|navigation|menu|foot(?:er)?|sidebar|comments?|disqus|related|recommend(?:ed|ations?)|share|sharing|social|promo|cookies?|banner|breadcrumbs?|ads?|advert\w*|newsletter|subscribe|widgets?|popup|modal|toolbar|masthead|pagination|pager|byline|author|sponsor\w*|login|signup|search|contentinfo|complementary)(?=$|[\s_-])/i;

type WordContext = keyof ReadableWords;

export function readableWords(root: ElementNode): ReadableWords {
  const words: Record<WordContext, string[]> = { prose: [], structured: [], beside: [] };
  const open: { node: ElementNode; context: WordContext }[] = [{ node: root, context: 'prose' }];
  let count = 0;
  for (let next = open.pop(); next && count < WORDS_MAX; next = open.pop()) {
    const { node, context } = next;
    if (node.nodeType === TEXT) {
      const found = lowerWords(node.textContent ?? '');
      for (const word of found) words[context].push(word);
      count += found.length;
      continue;
    }
    const inside = contextWithin(node, context);
    if (inside)
      for (let child = node.firstChild; child; child = child.nextSibling) open.push({ node: child, context: inside });
  }
  return words;
}

/** Of those words, how many a part of the page lacks. */
export function lostWords(of: readonly string[], part: ReadonlyMap<string, number>): number {
  const left = new Map(part);
  return of.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  }).length;
}

export function countedWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of lowerWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Nothing where nobody reads it. */
function contextWithin(node: ElementNode, context: WordContext): WordContext | undefined {
  const { nodeName } = node;
  if (unread.has(nodeName) || isHiddenNode(node)) return undefined;
  if (context === 'beside' || besideContent.has(nodeName)) return 'beside';
  if (!wholes.has(nodeName) && BESIDE.test(calledBy(node))) return 'beside';
  return structures.has(nodeName) ? 'structured' : context;
}

function calledBy(node: ElementNode): string {
  return ['class', 'id', 'role'].map((name) => node.getAttribute(name) ?? '').join(' ');
}

function isHiddenNode(node: ElementNode): boolean {
  return node.getAttribute('hidden') !== null || /display\s*:\s*none/i.test(node.getAttribute('style') ?? '');
}

function lowerWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
