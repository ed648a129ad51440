import fc from 'fast-check';
import { FONT_SIZE, run } from '../../fixtures/pdf-runs.fixture';
import type { PageRows } from './page-rows';
import { rowsOfRuns } from './rows';
import { RunningRows } from './running';

type Placed = readonly [text: string, x: number, y: number];
const pageOf = (number: number, placed: readonly Placed[]): PageRows => ({
  number,
  sheets: [rowsOfRuns(placed.map(([text, x, y]) => run(text, x, y)))],
  extras: [],
  bottom: 0,
  height: 800,
});
const body = (number: number): Placed[] =>
  Array.from({ length: 5 }, (_, at) => [`Line ${at} of what only page ${'i'.repeat(number)} says`, 50, 600 - at * 14]);

function kept(pages: readonly (readonly Placed[])[]): string[][] {
  const all = pages.map((placed, at) => pageOf(at + 1, placed));
  const running = new RunningRows();
  running.learn(all, FONT_SIZE);
  return all.map((page) => running.without(page).flatMap(({ segments }) => segments.map(({ text }) => text)));
}
const pages = (placed: (number: number) => Placed[], count = 4) =>
  Array.from({ length: count }, (_, at) => [...body(at + 1), ...placed(at + 1)]);

describe('heads and feet', () => {
  it.each([
    ['the same on all pages', () => 'Harbour bulletin, issue 12'],
    ['with the number of the page', (number: number) => `Harbour bulletin ${number + 6} of 2019`],
    ['that are marks of print', (number: number) => `bulletin12.indd ${number + 6} 12/03/2019 14:33`],
    ['that are addresses with a count', (number: number) => `https://example.org/2019/bulletin ${number}/4`],
  ])('are left out: %s', (_, say) => {
    const found = kept(pages((number) => [[say(number), 50, 770]]));
    expect(found).toEqual(pages(() => []).map((placed) => placed.map(([text]) => text)));
  });

  it('are left out in two pages, too, and page numbers in one', () => {
    expect(kept(pages(() => [['Harbour bulletin', 50, 30]], 2)).flat()).not.toContain('Harbour bulletin');
    expect(kept([[...body(1), ['- 7 -', 300, 30]]]).flat()).not.toContain('- 7 -');
  });

  it.each([
    ['numbers that do not count pages', (number: number): Placed[] => [[`Invoice ${number * number * 37}`, 50, 770]]],
    ['other places', (number: number): Placed[] => [['Yours sincerely', 50, 770 - number * 20]]],
    ['the middle of the page', (): Placed[] => [['This again', 50, 400]]],
    [
      'text right below it',
      (): Placed[] => [
        ['Dear friends,', 50, 710],
        ['we thank you.', 50, 696],
        ['It was good.', 50, 682],
        ['Come again.', 50, 668],
      ],
    ],
    [
      'the head of a table',
      (): Placed[] => [
        ['Date', 50, 770],
        ['Amount', 300, 770],
        ['12 May', 50, 756],
        ['20.00', 300, 756],
      ],
    ],
  ])('are not what repeats with %s', (_, placed) => {
    const given = pages(placed).map((page) => page.map(([text]) => text).sort());
    expect(kept(pages(placed)).map((page) => [...page].sort())).toEqual(given);
  });

  it('are known to those that continue from what was learnt', () => {
    const first = new RunningRows();
    first.learn(
      pages(() => [['Harbour bulletin', 50, 770]]).map((placed, at) => pageOf(at + 1, placed)),
      FONT_SIZE,
    );
    const second = new RunningRows(JSON.parse(JSON.stringify(first.known)));
    expect(second.without(pageOf(9, [['Harbour bulletin', 50, 771]]))).toEqual([]);
  });

  it('are never lines that occur once', () => {
    const anyPage = fc.array(
      fc.record({ text: fc.constantFrom('Port', 'Tides 7', 'Berth'), x: fc.constantFrom(50, 300), y: fc.nat(800) }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(fc.array(anyPage, { maxLength: 6 }), fc.nat(5), fc.nat(800), (random, at, y) => {
        const placed = random.map((page) => page.map(({ text, x, y: place }): Placed => [text, x, place]));
        placed[at % Math.max(1, placed.length)] = [
          ...(placed[at % Math.max(1, placed.length)] ?? []),
          ['Only here', 450, y],
        ];
        expect(kept(placed).flat().join(' ')).toContain('Only here');
      }),
      { seed: 7, numRuns: 500 },
    );
  });
});
