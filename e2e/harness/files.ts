import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';

/** A PDF with one paragraph on each page, encrypted when there is a password. */
export function pdfOf(pages: readonly string[], password?: string): Buffer {
  const id = createHash('md5').update(pages.join('\0')).digest();
  const security = password === undefined ? undefined : new PdfSecurity(password, id);
  const kids = pages.map((_, i) => `${4 + 2 * i} 0 R`).join(' ');
  const objects: string[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  for (const text of pages) {
    const number = objects.length + 2;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${number} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    );
    const drawn = Buffer.from(`BT /F1 11 Tf 50 780 Td (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`, 'latin1');
    const stream = security ? security.encrypt(drawn, number) : drawn;
    objects.push(`<< /Length ${stream.length} >>\nstream\n${stream.toString('latin1')}\nendstream`);
  }
  if (security) objects.push(security.dictionary);
  const hex = `<${id.toString('hex')}>`;
  return pdfFile(objects, `/ID [${hex} ${hex}]${security ? ` /Encrypt ${objects.length} 0 R` : ''}`);
}

/** A PDF with one page, black from edge to edge, as a fax (ITU-T T.6) has it. */
export function faxPdf(): Buffer {
  const black = `001${'00110101'}${'0000001111'}${'0000110111'}`; // 64 pixels: none white, 64 black
  const bits = `${black}${'11'.repeat(63)}${'000000000001'.repeat(2)}`; // then as above, 63 times; the end
  const bytes = Array.from({ length: Math.ceil(bits.length / 8) }, (_, i) =>
    parseInt(bits.slice(8 * i, 8 * i + 8).padEnd(8, '0'), 2),
  );
  const image = Buffer.from(bytes).toString('latin1');
  const drawing = 'q 595 0 0 842 0 0 cm /Im1 Do Q';
  const size = '/Width 64 /Height 64 /ColorSpace /DeviceGray /BitsPerComponent 1';
  const filter = '/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 64 /Rows 64 >>';
  const resources = '/Resources << /XObject << /Im1 5 0 R >> >>';
  return pdfFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R ${resources} >>`,
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    `<< /Type /XObject /Subtype /Image ${size} ${filter} /Length ${image.length} >>\nstream\n${image}\nendstream`,
  ]);
}

/** @param trailer entries besides the size and the root, which is the first object */
function pdfFile(objects: readonly string[], trailer = ''): Buffer {
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const at = body.length;
    body += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const root = `<< /Size ${size} /Root 1 0 R ${trailer} >>`;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n${root}\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + end, 'latin1');
}

const PDF_PADDING = Buffer.from('28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A', 'hex');
const PDF_PERMISSIONS = -4;

/** The standard security handler of PDF, revision 2 (ISO 32000-1, 7.6.3). */
class PdfSecurity {
  readonly dictionary: string;
  private readonly key: Buffer;

  constructor(password: string, id: Buffer) {
    const padded = Buffer.concat([Buffer.from(password, 'latin1'), PDF_PADDING]).subarray(0, 32);
    const owner = rc4(md5(padded).subarray(0, 5), padded);
    const permissions = Buffer.alloc(4);
    permissions.writeInt32LE(PDF_PERMISSIONS);
    this.key = md5(padded, owner, permissions, id).subarray(0, 5);
    const user = rc4(this.key, PDF_PADDING);
    this.dictionary = `<< /Filter /Standard /V 1 /R 2 /P ${PDF_PERMISSIONS} /O <${owner.toString('hex')}> /U <${user.toString('hex')}> >>`;
  }

  encrypt(content: Buffer, object: number): Buffer {
    const suffix = Buffer.from([object & 0xff, (object >> 8) & 0xff, 0, 0, 0]);
    return rc4(md5(this.key, suffix).subarray(0, 10), content);
  }
}

function md5(...parts: readonly Buffer[]): Buffer {
  return createHash('md5').update(Buffer.concat(parts)).digest();
}

function rc4(key: Buffer, content: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, i) => i);
  const swap = (a: number, b: number) => ([state[a], state[b]] = [state[b] ?? 0, state[a] ?? 0]);
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 0xff;
    swap(i, j);
  }
  let [i, j] = [0, 0];
  const bytes = content.map((byte) => {
    i = (i + 1) & 0xff;
    j = (j + (state[i] ?? 0)) & 0xff;
    swap(i, j);
    return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 0xff] ?? 0);
  });
  return Buffer.from(bytes);
}

/** A document of Word. */
export function docxOf(paragraphs: readonly string[]): Buffer {
  const rows = paragraphs.map((text) => `<w:p><w:r><w:t>${escaped(text)}</w:t></w:r></w:p>`).join('');
  const types = 'http://schemas.openxmlformats.org/package/2006/content-types';
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
  const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  return archiveOf({
    '[Content_Types].xml': `<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${office}" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${rows}</w:body></w:document>`,
  });
}

export function archiveOf(files: Readonly<Record<string, string>>): Buffer {
  const entries = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
  return Buffer.from(zipSync(Object.fromEntries(entries)));
}

/** A small archive whose entries, all the same bytes, unpack to `entries` times 32 MiB, regardless of its directory. */
export function bombOf(entries: number, declaredBytes: number): Buffer {
  const packed = deflateRawSync(Buffer.alloc(32 * 1024 ** 2, 'a'), { level: 9 });
  const local = zipHeader(
    0x04034b50,
    [
      [2, 20],
      [2, 0],
      [2, 8],
      [4, 0],
      [4, 0],
      [4, packed.length],
      [4, declaredBytes],
      [2, 1],
      [2, 0],
    ],
    'a',
  );
  const directory = Array.from({ length: entries }, (_, i) => {
    const name = `${i}.txt`;
    const common = [
      [2, 20],
      [2, 20],
      [2, 0],
      [2, 8],
      [4, 0],
      [4, 0],
      [4, packed.length],
      [4, declaredBytes],
    ] as const;
    return zipHeader(0x02014b50, [...common, [2, name.length], [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, 0]], name);
  });
  const central = Buffer.concat(directory);
  const start = local.length + packed.length;
  const end = zipHeader(
    0x06054b50,
    [
      [2, 0],
      [2, 0],
      [2, entries],
      [2, entries],
      [4, central.length],
      [4, start],
      [2, 0],
    ],
    '',
  );
  return Buffer.concat([local, packed, central, end]);
}

function zipHeader(
  signature: number,
  numbers: readonly (readonly [bytes: number, value: number])[],
  name: string,
): Buffer {
  const parts = [[4, signature] as const, ...numbers].map(([bytes, value]) => {
    const part = Buffer.alloc(bytes);
    part.writeUIntLE(value, 0, bytes);
    return part;
  });
  return Buffer.concat([...parts, Buffer.from(name)]);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
