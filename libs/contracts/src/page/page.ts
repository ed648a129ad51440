import { type Html, html, type HtmlPart, scriptElement, styleElement } from '../core/html';
import type { HttpAnswer, PageLanguage, PageSources } from '../core/http-binding';
import { PAGE_SCRIPT_SOURCE, pageScript } from './page-script';
import { PAGE_STYLE_SOURCE, pageStyle } from './page-style';

/** What pages of the accounts host may load and do: their style, and forms of their own origin. */
export const pageSources: PageSources = { 'style-src': [PAGE_STYLE_SOURCE] };

/** The same of pages with a script, which asks this origin alone. */
export const scriptedPageSources: PageSources = {
  ...pageSources,
  'script-src': [PAGE_SCRIPT_SOURCE],
  'connect-src': ["'self'"],
};

/** Headers of pages, and of redirects from them. */
export const pageHeaders = {
  'content-security-policy': 'The page loads its own style, and submits forms.',
  'cross-origin-opener-policy': 'The page is apart from the one that opened it.',
  'referrer-policy': 'The address of the page, with its token, is told to nobody.',
  'set-cookie': 'For forms of pages, and for sessions.',
} as const;

/** A message above the content of a page. */
export interface Notice {
  readonly text: string;
  readonly kind: 'wrong' | 'hint';
}

/** Content of a page. */
export interface PageContent {
  /** Heading, and title of the window. */
  readonly title: string;
  /** Language of all texts; English when absent. */
  readonly language?: PageLanguage;
  /** Below the heading. */
  readonly content: HtmlPart;
  /** What went wrong, or a hint. */
  readonly notice?: Notice;
  /** Wider, for tokens and lists. */
  readonly isWide?: boolean;
  /** Whether the script is in it, which its sources must allow; it works without. */
  readonly hasScript?: boolean;
}

/** A whole page: one column with a heading. */
export function pageOf({ title, language = 'en', content, notice, isWide = false, hasScript }: PageContent): Html {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Lectern</title>
        ${styleElement(pageStyle)}
      </head>
      <body>
        <main class="${isWide ? 'wide' : 'narrow'}">
          <h1>${title}</h1>
          ${notice && noticeOf(notice)} ${content}
        </main>
        ${hasScript && scriptElement(pageScript)}
      </body>
    </html>`;
}

/** An answer that is such a page. */
export function pageAnswer(page: PageContent, status?: number): HttpAnswer {
  return { body: pageOf(page), ...(status !== undefined && { status }) };
}

function noticeOf({ text, kind }: Notice): Html {
  return kind === 'wrong'
    ? html`<p class="wrong" role="alert">${text}</p>`
    : html`<p class="done" role="status">${text}</p>`;
}
