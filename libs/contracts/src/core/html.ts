const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A value in a template: a text is escaped, markup stays as it is, and a list is its items one after the other. */
export type HtmlPart = string | number | Html | readonly HtmlPart[] | false | null | undefined;

/** Markup that may be sent: only `html` makes it. */
export class Html {
  private constructor(private readonly markup: string) {}

  /** As `html`. */
  static of(strings: TemplateStringsArray, parts: readonly HtmlPart[]): Html {
    return new Html(strings.map((text, index) => `${text}${written(parts[index])}`).join(''));
  }

  /** As `styleElement`. */
  static style(css: string): Html {
    if (css.includes('<')) throw new Error('A style has no markup in it');
    return new Html(`<style>${css}</style>`);
  }

  /** As `scriptElement`. */
  static script(code: string): Html {
    if (/<[/!s]/i.test(code)) throw new Error('A script has no markup in it');
    return new Html(`<script>${code}</script>`);
  }

  toString(): string {
    return this.markup;
  }
}

/**
 * Markup from a template, every text in it escaped: `` html`<p title="${title}">${text}</p>` ``. Texts are safe between
 * tags and in quoted attributes. They are not safe in scripts, in styles, or as whole addresses, which may begin with
 * `javascript:`.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return Html.of(strings, parts);
}

/** A style within a page. It is a constant: its text is sent as it is, and no part of it may come from elsewhere. */
export function styleElement(css: string): Html {
  return Html.style(css);
}

/** A script within a page, as `styleElement`: a constant, whose hash is among the sources of the page. */
export function scriptElement(code: string): Html {
  return Html.script(code);
}

function written(part: HtmlPart): string {
  if (part === undefined || part === null || part === false) return '';
  if (part instanceof Html) return part.toString();
  if (typeof part === 'string' || typeof part === 'number')
    return String(part).replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
  return part.map(written).join('');
}
