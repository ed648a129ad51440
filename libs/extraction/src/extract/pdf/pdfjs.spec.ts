import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { entryFile } from '@lectern/config';

const program = `
  const { pdfJs } = require(process.argv[1]);
  pdfJs().then(({ getDocument, GlobalWorkerOptions, OPS }) => {
    const native = process.report.getReport().sharedObjects.filter((path) => path.endsWith('.node'));
    console.log(JSON.stringify({ native, worker: GlobalWorkerOptions.workerSrc, kinds: [typeof getDocument, typeof OPS], scaled: new DOMMatrix().scaleSelf(2, 3).d }));
  });`;

describe('pdf.js', () => {
  it('is loaded in its short builds, without native code to draw with, and without a warning', async () => {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [
      '-e',
      program,
      entryFile(__dirname, 'pdfjs'),
    ]);
    expect(stderr).toBe('');
    const loaded: unknown = JSON.parse(stdout);
    expect(loaded).toEqual({
      native: [],
      worker: expect.stringMatching(/^file:.*\/pdf\.worker\.min\.mjs$/),
      kinds: ['function', 'object'],
      scaled: 3,
    });
  });
});
