import { lostWords, type ReadableWords, readableWords, countedWords } from './readable-text';
import { type ElementNode, treeOf, withoutPrograms } from './web-tree';

/** Less text than this is no article. */
const ARTICLE_CHARS_MIN = 140;
/** Of a page that is judged; judging takes the square of the depth. */
const NODES_MAX = 100_000;
const DEPTH_MAX = 250;
/** A page is clearly an article when it has this many words, has other content, */
const CLEAR_WORDS_MIN = 100;
const BESIDE_SHARE_MIN = 0.1;
/** and lacks little of what could be read: these shares of its own words, or this one of unwanted words. */
const LOST = { share: 0.25, shareMax: 0.35, shareOfUnwanted: 0.1 };
/** Tables and code are not repeated elsewhere: they may lack a word that a tag divides. */
const STRUCTURED_LOST_MAX = 2;

const MAY_HAVE_MENUS = /<(?:nav|header|footer|aside|a)[\s>]/i;
const FORMULA = /math|latex|\btex\b|formula|equation/i;

/** The main content of a page. */
export interface Article {
  readonly html: string;
  readonly title?: string;
  readonly excerpt?: string;
}

/** The main content of a page without pictures and asides, or nothing without one. */
export async function articleOf(html: string): Promise<Article | undefined> {
  try {
    const tree = await treeOf(withoutPrograms(html));
    const read = isJudgeable(tree) ? await readability(tree) : undefined;
    if (!read) return undefined;
    for (const part of partsBeside(read.content)) part.remove();
    return { ...read, html: read.content.outerHTML ?? '' };
  } catch {
    // A page that Readability cannot judge is read whole.
    return undefined;
  }
}

/**
 * The main content of a page that somebody saved, with its pictures and asides, or nothing where the page is not
 * clearly an article: everything on it may be wanted then.
 */
export async function clearArticleOf(html: string): Promise<Article | undefined> {
  if (!MAY_HAVE_MENUS.test(html)) return undefined;
  try {
    const tree = await treeOf(withoutPrograms(html));
    if (!isJudgeable(tree)) return undefined;
    const readable = readableWords(tree.querySelector('body') ?? tree);
    const headings = Array.from(tree.querySelectorAll('h1'), elementText);
    const read = await readability(tree);
    if (!read || !isClear(read.content, readable)) return undefined;
    const [heading = ''] = headings;
    const titled = headings.length !== 1 || elementText(read.content).includes(heading);
    return { ...read, html: `${titled ? '' : `<h1>${escaped(heading)}</h1>`}${read.content.outerHTML ?? ''}` };
  } catch {
    return undefined;
  }
}

function isJudgeable(tree: ElementNode): boolean {
  let nodes = 0;
  let depth = 0;
  // A document's type does not know what follows it.
  let node = tree.querySelector('html');
  while (node) {
    nodes += 1;
    if (nodes > NODES_MAX || depth > DEPTH_MAX) return false;
    if (node.firstChild) {
      node = node.firstChild;
      depth += 1;
      continue;
    }
    while (node && !node.nextSibling) {
      node = node.parentNode;
      depth -= 1;
    }
    node = node?.nextSibling ?? null;
  }
  return true;
}

async function readability(tree: ElementNode) {
  const { Readability } = await import('@mozilla/readability');
  const options = { serializer: (content: unknown) => content, keepClasses: true };
  // It asks for a browser's document and is content with linkedom's, whose element comes back.
  const article = new Readability(tree as never, options).parse();
  if (!article || (article.textContent ?? '').trim().length < ARTICLE_CHARS_MIN) return undefined;
  return {
    // Output of the serializer.
    content: article.content as ElementNode,
    title: article.title ?? undefined,
    excerpt: article.excerpt ?? undefined,
  };
}

function isClear(content: ElementNode, { prose, structured, beside }: ReadableWords): boolean {
  const counts = countedWords(content.textContent ?? '');
  const words = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const all = prose.length + structured.length + beside.length;
  const unwanted = all - words;
  if (words < CLEAR_WORDS_MIN || unwanted < all * BESIDE_SHARE_MIN) return false;
  if (lostWords(structured, counts) > STRUCTURED_LOST_MAX) return false;
  const lost = lostWords([...prose, ...structured], counts);
  return lost <= words * LOST.share || lost <= Math.min(words * LOST.shareMax, unwanted * LOST.shareOfUnwanted);
}

/**
 * Pictures, whose texts and captions repeat what stands beside them or name who took them, and asides. Formulas that
 * are pictures stay, captions of tables and of code, and an aside that is most of the article.
 */
function partsBeside(content: ElementNode): ElementNode[] {
  const chars = elementText(content).length;
  return [...content.querySelectorAll('img, figcaption, aside, .wp-caption-text')].filter((part) => {
    if (part.nodeName === 'IMG') return !FORMULA.test(part.getAttribute('class') ?? '');
    if (part.nodeName === 'ASIDE') return elementText(part).length < chars / 2;
    const figure = part.parentNode;
    return !figure || !['table', 'pre'].some((name) => figure.querySelector(name));
  });
}

function elementText(node: ElementNode): string {
  return (node.textContent ?? '').replace(/\s+/g, ' ').trim();
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
