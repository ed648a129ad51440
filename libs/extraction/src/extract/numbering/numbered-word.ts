import { Parser } from 'htmlparser2';
import { levelIn, type ParagraphNumber, WordNumbering } from './word-numbering';
import { XmlEdits } from './xml-edits';

/** Earlier versions of the properties of a paragraph. */
const CHANGE = 'w:pPrChange';

/**
 * The body of a Word document with paragraphs that begin with their numbers, such as `1.1`, which Word shows and does
 * not store.
 *
 * @returns the body as it was where no paragraph has a number
 */
export function numberedBody(xml: string, lists: string, styles: string): string {
  const numbering = new WordNumbering(lists, styles);
  return numbering.hasLists ? withLabels(xml, numbering) : xml;
}

function withLabels(xml: string, numbering: WordNumbering): string {
  const edits = new XmlEdits();
  let changeDepth = 0;
  let own: { -readonly [K in keyof ParagraphNumber]: ParagraphNumber[K] } | undefined;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === CHANGE) changeDepth += 1;
        if (name === 'w:pPr' && changeDepth === 0) own = {};
        if (!own || changeDepth > 0) return;
        const value = attributes['w:val'];
        if (name === 'w:pStyle') own.style = value;
        if (name === 'w:numId') own.list = value;
        if (name === 'w:ilvl') own.level = levelIn(value);
      },
      onclosetag(name) {
        if (name === CHANGE) changeDepth -= 1;
        if (name !== 'w:pPr' || changeDepth > 0 || !own) return;
        const label = numbering.label(own);
        own = undefined;
        if (label !== '') edits.insert(parser.endIndex + 1, runOf(label));
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return edits.apply(xml);
}

function runOf(label: string): string {
  const text = label.replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`);
  return `<w:r><w:t xml:space="preserve">${text} </w:t></w:r>`;
}
