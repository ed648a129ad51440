import { Parser } from 'htmlparser2';
import type { Archive } from '../archive';
import type { DocumentBuilder } from '../document-builder';
import type { ReadContext } from '../reader';
import { OfficePictures } from './office-pictures';
import { xmlOf } from './office-relations';

const LINES_MAX = 500;
/** And what programs write into documents that nobody changed: `Page 1`, `??? (???)`. */
const PAGE_NUMBER = /^\p{L}+ \d+( *\/ *\d+)?$|\?\?\?/u;
const RUNNING = /^style:(header|footer)(-left|-first)?$/;

/** Parts of an OpenDocument file other than its content: headers and footers, each text once, and its pictures. */
export async function writeOdfExtras(archive: Archive, document: DocumentBuilder, context: ReadContext): Promise<void> {
  for (const line of new Set(runningLines(xmlOf('styles.xml', archive))))
    if (/\p{L}{3}/u.test(line) && !PAGE_NUMBER.test(line)) document.paragraph(line);
  await new OfficePictures(archive, document, context).writeIn('Pictures/');
}

function runningLines(styles: string): string[] {
  const lines: string[] = [];
  let [open, line] = [0, ''];
  const parser = new Parser(
    {
      onopentag: (name) => void (open += RUNNING.test(name) ? 1 : 0),
      ontext: (text) => void (line += open > 0 ? text : ''),
      onclosetag(name) {
        if (RUNNING.test(name)) open -= 1;
        if (!/^text:(p|h)$/.test(name)) return;
        if (line.trim() !== '' && lines.length < LINES_MAX) lines.push(line.replace(/\s+/g, ' ').trim());
        line = '';
      },
    },
    { xmlMode: true },
  );
  parser.end(styles);
  return lines;
}
