import type { FormatReader } from '../reader';
import { clearArticleOf } from './article';
import { decodedText } from './decoded-text';
import { declaredCharset, readHtml } from './html';
import { describeBy } from './web-page';

/** Longer pages are read whole: a tree of them takes too much memory. */
const JUDGED_CHARS_MAX = 4_000_000;

/** A saved page without its menus and the like where it is clearly an article; everything else whole. */
export const readHtmlFile: FormatReader = async (source, document, { limits }) => {
  const text = decodedText(source, document, declaredCharset(source.bytes));
  const charsMax = limits.outputCharsMax * 8;
  document.lose(`Characters of mark-up beyond ${charsMax} were left out`, text.length - charsMax);
  const article = text.length <= JUDGED_CHARS_MAX ? await clearArticleOf(text) : undefined;
  readHtml(article?.html ?? text.slice(0, charsMax), document);
  if (article) describeBy(text, document);
};
