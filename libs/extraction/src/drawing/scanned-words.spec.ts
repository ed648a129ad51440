import type { PageStructure } from '@lectern/contracts/knowledge-box';
import { pdfOf } from '../fixtures/pdf-pages.fixture';
import { STRUCTURES_NAME } from './drawn-picture';
import { pdfPictures } from './pdf-pages';

/** In the middle of the left half of a picture, which has 120 × 120 pixels. */
const word = { x: 30, y: 50, width: 30, height: 20, text: 'lock', line: 0 };
const recognized: PageStructure = { page: { width: 120, height: 120 }, tokens: [word] };

async function boundsOn(page: Parameters<typeof pdfOf>[0][number]) {
  const found = new Map([[0, recognized]]);
  for await (const { name, bytes } of pdfPictures(pdfOf([page]), { pagesMax: 1, recognized: found })) {
    if (name !== STRUCTURES_NAME) continue;
    const pages: readonly PageStructure[] = JSON.parse(Buffer.from(bytes).toString());
    return pages.map(({ page: size, tokens: [place] }) => ({ size, place }));
  }
  return [];
}

describe('words that were recognised on a scanned page', () => {
  const size = { width: 600, height: 800 };

  it('stand where the scan is on the page, in points', async () => {
    const place = { x: 150, y: expect.closeTo(333.33, 1), width: 150, height: expect.closeTo(133.33, 1) };
    expect(await boundsOn({ isPicture: true })).toEqual([{ size, place: { ...word, ...place } }]);
    const small = await boundsOn({ content: 'q 240 0 0 120 100 600 cm /I1 Do Q' });
    expect(small).toEqual([{ size, place: { ...word, x: 160, y: 130, width: 60, height: 20 } }]);
  });

  it('stand there also where the page is turned', async () => {
    const turned = await boundsOn({ content: 'q 240 0 0 120 100 600 cm /I1 Do Q', turned: 90 });
    // Shown, the picture is 120 points wide and 240 high, from (600, 100).
    const place = { x: 630, y: 200, width: 30, height: 40 };
    expect(turned).toEqual([{ size: { width: 800, height: 600 }, place: { ...word, ...place } }]);
  });

  it('give way to text that the page has itself', async () => {
    const [page] = await boundsOn({
      content: 'BT /F1 10 Tf 1 0 0 1 72 700 Tm (own) Tj ET q 60 0 0 60 0 0 cm /I1 Do Q',
    });
    expect(page?.place).toMatchObject({ x: 72, text: 'own' });
  });

  it('are taken to be on the whole page where the scan is not found', async () => {
    const [page] = await boundsOn({ content: 'q 240 0 0 120 100 600 cm Q' });
    expect(page?.place).toMatchObject({ x: 150, width: 150 });
  });
});
