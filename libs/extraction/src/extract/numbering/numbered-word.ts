import { Parser } from 'htmlparser2';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { levelIn, type ParagraphNumber, WordNumbering } from './word-numbering';

const BODY = /^word\/document\d*\.xml$/;
const SETTINGS = ['word/numbering.xml', 'word/styles.xml'];
/** Earlier versions of the properties of a paragraph. */
const CHANGE = 'w:pPrChange';

/**
 * A Word document whose numbered paragraphs begin with their numbers, such as `1.1`, which Word shows and does not
 * store.
 *
 * @returns nothing where no paragraph has a number
 */
export function numberedWord(bytes: Uint8Array): Uint8Array | undefined {
  const parts = unzipSync(bytes, { filter: ({ name }) => SETTINGS.includes(name) || BODY.test(name) });
  const [lists, styles] = SETTINGS.map((name) => strFromU8(parts[name] ?? new Uint8Array()));
  const body = Object.keys(parts).find((name) => BODY.test(name));
  if (!lists || body === undefined) return undefined;
  const numbering = new WordNumbering(lists, styles ?? '');
  const xml = strFromU8(parts[body] ?? new Uint8Array());
  const labelled = numbering.hasLists ? withLabels(xml, numbering) : xml;
  if (labelled === xml) return undefined;
  return zipSync({ ...unzipSync(bytes), [body]: strToU8(labelled) }, { level: 0 });
}

function withLabels(xml: string, numbering: WordNumbering): string {
  const pieces: string[] = [];
  let written = 0;
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
        if (label === '') return;
        const end = parser.endIndex + 1;
        pieces.push(xml.slice(written, end), runOf(label));
        written = end;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return pieces.length === 0 ? xml : pieces.join('') + xml.slice(written);
}

function runOf(label: string): string {
  const text = label.replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`);
  return `<w:r><w:t xml:space="preserve">${text} </w:t></w:r>`;
}
