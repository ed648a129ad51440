import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { defaultLimits, Extractor, type FieldContent } from '@lectern/extraction';
import { documentsIn, type Expected } from './documents';
import { stringsFound, wordScores, wordsOf } from './word-scores';

const OWNER = 'bench';
const TIMEOUT_MS = 60_000;
const DETAIL = '--files';

interface Measured {
  readonly file: Expected;
  readonly words: readonly string[];
  readonly problem?: string;
}

async function contentOf({ path, password }: Expected): Promise<FieldContent> {
  const { size: sizeBytes } = await stat(path);
  const opening = async (bytesMax: number) => {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytesMax), 0, bytesMax, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  };
  return { sizeBytes, opening, open: async () => createReadStream(path), filename: basename(path), password };
}

async function measure(extractor: Extractor, file: Expected): Promise<Measured> {
  const texts: string[] = [];
  let problem: string | undefined;
  for await (const value of extractor.understand(await contentOf(file), { understand: {}, owner: OWNER })) {
    if (value.text !== undefined) texts.push(value.text);
    problem ??= value.field?.errors.map(({ text }) => text).join('; ') || undefined;
  }
  return { file, words: wordsOf(texts.join('')), problem };
}

function mean(values: readonly number[]): string {
  return values.length === 0 ? '' : (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3);
}

/** One format of one set. */
function row(format: string, measured: readonly Measured[]): string[] {
  const scores = measured.flatMap(({ file: { markdown }, words }) =>
    markdown === undefined ? [] : [wordScores(words, wordsOf(markdown))],
  );
  const strings = measured.reduce((sum, { file }) => sum + file.strings.length, 0);
  const found = measured.reduce((sum, { file, words }) => sum + stringsFound(words, file.strings), 0);
  return [
    format,
    String(measured.length),
    String(measured.filter(({ words }) => words.length > 0).length),
    mean(scores.map(({ recall }) => recall)),
    mean(scores.map(({ f1 }) => f1)),
    strings === 0 ? '' : `${found}/${strings}`,
  ];
}

function report(measured: readonly Measured[]): void {
  const head = ['format', 'files', 'with text', 'recall', 'F1', 'strings found'];
  for (const set of new Set(measured.map(({ file }) => file.set))) {
    process.stdout.write(`\n${set}\n\n| ${head.join(' | ')} |\n|${'---|'.repeat(head.length)}\n`);
    const ofSet = measured.filter(({ file }) => file.set === set);
    for (const format of [...new Set(ofSet.map(({ file }) => file.format))].sort()) {
      const ofFormat = ofSet.filter(({ file }) => file.format === format);
      process.stdout.write(`| ${row(format, ofFormat).join(' | ')} |\n`);
    }
    process.stdout.write(`| ${row('all', ofSet).join(' | ')} |\n`);
  }
}

/** With `--files`: what every file lacks. */
function reportFiles(measured: readonly Measured[]): void {
  for (const { file, words, problem } of measured) {
    const score = file.markdown === undefined ? undefined : wordScores(words, wordsOf(file.markdown));
    const lacking = file.strings.filter((string) => stringsFound(words, [string]) === 0);
    const scores = score ? `recall ${score.recall.toFixed(3)} F1 ${score.f1.toFixed(3)}` : `${words.length} words`;
    const lacks = lacking.length > 0 ? ` lacks ${JSON.stringify(lacking)}` : '';
    process.stdout.write(`${file.format} ${basename(file.path)}: ${scores}${lacks}${problem ? ` – ${problem}` : ''}\n`);
  }
}

/** Without text recognition: pictures have no text here. */
async function main(): Promise<void> {
  const files = documentsIn(process.argv.slice(2).filter((value) => value !== DETAIL));
  if (files.length === 0) throw new Error(`Usage: npm run bench:extraction -- [${DETAIL}] <folder of document sets> …`);
  const limits = { ...defaultLimits };
  const extractor = new Extractor({
    processes: 1,
    queueLength: 10,
    timeoutMs: TIMEOUT_MS,
    memoryMb: 512,
    drawing: { pagesMax: 0 },
    limits,
  });
  const measured: Measured[] = [];
  try {
    for (const file of files) measured.push(await measure(extractor, file));
  } finally {
    await extractor.close();
  }
  if (process.argv.includes(DETAIL)) reportFiles(measured);
  report(measured);
}

void main();
