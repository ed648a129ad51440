import { utils, write } from '@e965/xlsx';
import type { PageStructure } from '@lectern/contracts/knowledge-box';
import { type DrawLimits, ROWS_NAME, STRUCTURES_NAME } from '../drawing/drawn-picture';
import { extractProblem } from '../extract/extract-error';
import { defaultLimits } from '../extract/limits';
import { PORTION_PAGES } from '../extract/pdf/page-reader';
import { pdfOf } from '../fixtures/pdf-pages.fixture';
import { collected } from '../fixtures/understood.fixture';
import { doJob, type JobHost } from './jobs';
import { partlyUnderstood } from './partly-understood';
import type { FileJob, JobValue } from './worker-messages';

const text = (page: number) => [
  'Harbour bulletin',
  '',
  ...(page % 10 === 0 ? [`# Part ${page / 10}`] : []),
  `Tomas Alvarsson opened lock ${page} of Rotterdam on 3 March 2024, and`,
  'Alvarsson closed it in the evening because the tide was high.',
];
const book = pdfOf(Array.from({ length: 3 * PORTION_PAGES + 5 }, (_, at) => ({ lines: text(at) })));
const scans = pdfOf(Array.from({ length: 11 }, (_, at) => (at % 4 === 3 ? { lines: text(at) } : { isPicture: true })));

describe('a file', () => {
  let pictures: number;
  let pauseAfter: number;
  beforeEach(() => {
    pictures = 0;
    pauseAfter = Infinity;
  });

  async function valuesOf(bytes: Uint8Array, resume?: string, drawing?: DrawLimits) {
    const values: JobValue[] = [];
    const host: JobHost = {
      give: async (value) => void values.push(value),
      alive: () => undefined,
      hear: async () => ({ reason: 'nothing can hear it' }),
      recognize: async (picture) => {
        pictures += 1;
        const word = { x: 1, y: 2, width: 3, height: 4, text: 'Scan', line: 0 };
        return {
          text: `Scan of ${picture.length} bytes.`,
          pages: [{ page: { width: 120, height: 120 }, tokens: [word] }],
        };
      },
      readFile: async () => bytes,
      get isToPause() {
        return values.filter(({ progress }) => progress).length >= pauseAfter;
      },
    };
    const understand = { fieldId: 'r/f/a' };
    const job: FileJob = {
      type: 'file',
      path: '',
      recognizes: true,
      hears: false,
      limits: defaultLimits,
      understand,
      resume,
      drawing,
    };
    return { values, end: await doJob(job, host) };
  }

  it('is handed out page by page, and gone on with from everywhere as if it had not stopped', async () => {
    for (const bytes of [book, scans]) {
      const { values } = await valuesOf(bytes);
      const reports = values.flatMap(({ progress }, at) => (progress ? [{ progress, at }] : []));
      expect(reports.length).toBeGreaterThanOrEqual(3);
      for (const { progress, at } of reports) {
        const rest = await valuesOf(bytes, progress.resume);
        expect(rest.values).toEqual(values.slice(at + 1));
      }
    }
  });

  it('has the text, pages and names of all its pages', async () => {
    const whole = await collected((await valuesOf(book)).values);
    expect(whole.pages).toBe(3 * PORTION_PAGES + 5);
    expect(whole.text).not.toContain('Harbour bulletin');
    expect(whole.text).toContain('opened lock 100 of');
    expect(whole.paragraphs.at(-1)).toMatchObject({ page: { page: 3 * PORTION_PAGES + 4 }, headings: ['Part 10'] });
    expect(whole.entities[0]).toMatchObject({ label: 'PERSON', text: 'Tomas Alvarsson' });
    expect(whole.entities[0]?.positions.length).toBeGreaterThan(150);
  });

  it('has each of its pictures read once', async () => {
    const whole = await collected((await valuesOf(scans)).values);
    expect(pictures).toBe(9);
    expect(whole.text.match(/Scan of/g)).toHaveLength(9);
    expect(whole.errors).toEqual([]);
  });

  it('keeps where the words of its pictures stand, also those that an earlier attempt read', async () => {
    const structuresIn = (values: readonly JobValue[]) => {
      const picture = values.flatMap((value) => value.picture ?? []).find(({ name }) => name === STRUCTURES_NAME);
      const pages: readonly PageStructure[] = JSON.parse(Buffer.from(picture?.bytes ?? '[]').toString());
      return pages.map(({ tokens }) => [tokens[0]?.x, tokens[0]?.text]);
    };
    const { values } = await valuesOf(scans, undefined, { pagesMax: 6 });
    const whole = structuresIn(values);
    // The picture has 120 × 120 pixels and fills the page.
    const scan = [5, 'Scan'];
    expect(whole).toEqual([scan, scan, scan, [72, 'Harbour'], scan, scan]);
    const resumes = values.flatMap(({ progress }) => progress ?? []);
    expect(resumes.length).toBeGreaterThan(1);
    for (const { resume } of resumes)
      expect(structuresIn((await valuesOf(scans, resume, { pagesMax: 6 })).values)).toEqual(whole);
  });

  it('keeps the first rows of its sheets where pictures are kept', async () => {
    const sheet = utils.aoa_to_sheet([['Plan', 'Price'], [], ['Basic', '$5']]);
    const bytes = new Uint8Array(write(utils.book_new(sheet, 'Plans'), { type: 'array', bookType: 'xlsx' }));
    const rowsIn = ({ values }: { values: readonly JobValue[] }) =>
      values.flatMap(({ picture }) => (picture?.name === ROWS_NAME ? [Buffer.from(picture.bytes).toString()] : []));
    const [rows = ''] = rowsIn(await valuesOf(bytes, undefined, { pagesMax: 1 }));
    const shown = [{ cell: ['Plan', 'Price'] }, { cell: [] }, { cell: ['Basic', '$5'] }];
    expect(JSON.parse(rows)).toEqual({ sheets: { Plans: { rows: shown } } });
    expect(rowsIn(await valuesOf(bytes))).toEqual([]);
  });

  it('ends where it may be gone on with when others wait', async () => {
    pauseAfter = 2;
    const { values, end } = await valuesOf(book);
    expect(end).toEqual({ isPaused: true });
    expect(values.at(-1)?.progress).toMatchObject({ pages: 2 * PORTION_PAGES });
  });

  it('that is not the one that was read is not gone on with', async () => {
    const { values } = await valuesOf(book);
    const resume = values.find(({ progress }) => progress)?.progress?.resume;
    expect((await valuesOf(scans, resume)).end).toEqual({ isStale: true });
  });

  it('of which no more can be read keeps what was read, with the reason', async () => {
    const { values } = await valuesOf(book);
    const resume = values.find(({ progress }) => progress)?.progress?.resume ?? '';
    const field = partlyUnderstood(resume, { fieldId: 'r/f/a' }, extractProblem('The rest is too much', 'WARNING'));
    expect(field).toMatchObject({
      mimeType: 'application/pdf',
      language: 'en',
      pages: PORTION_PAGES,
      errors: [{ severity: 'WARNING', text: 'The rest is too much' }],
    });
    expect(field.entities[0]?.text).toBe('Tomas Alvarsson');
  });
});
