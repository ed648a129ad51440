import { pdfFile, pdfStream } from '../../fixtures/pdf-pages.fixture';
import { read } from '../../fixtures/reading.fixture';

interface Widget {
  readonly rect: readonly number[];
  readonly entries: string;
}

function formOf(printed: readonly (readonly [text: string, x: number, y: number])[], widgets: readonly Widget[]) {
  const drawn = printed.map(([text, x, y]) => `1 0 0 1 ${x} ${y} Tm (${text}) Tj`).join(' ');
  const places = widgets.map((_, at) => `${6 + at} 0 R`).join(' ');
  return pdfFile([
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${places}] >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R /Annots [${places}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    pdfStream('', `BT /F1 11 Tf ${drawn} ET`),
    ...widgets.map(
      ({ rect, entries }) => `<< /Type /Annot /Subtype /Widget /F 4 /Rect [${rect.join(' ')}] ${entries} >>`,
    ),
  ]);
}

const text = (name: string, value: string, rect: readonly number[], more = '') => ({
  rect,
  entries: `/FT /Tx /T (${name}) /V (${value}) ${more}`,
});
const box = (name: string, isTicked: boolean, rect: readonly number[]) => ({
  rect,
  entries: `/FT /Btn /T (${name}) /V /${isTicked ? 'On' : 'Off'} /AS /${isTicked ? 'On' : 'Off'} /AP << /N << /On 4 0 R >> >>`,
});
const filled = async (...form: Parameters<typeof formOf>) => (await read(formOf(...form))).text.split('\n\n');

describe('the fields of a form', () => {
  it('stand beside the label that is printed before or above them', async () => {
    const lines = await filled(
      [
        ['Ship name', 60, 700],
        ['Home port:', 60, 660],
        ['Draught', 60, 620],
        ['Beam', 300, 620],
      ],
      [
        text('f1', 'Nordlys', [200, 695, 400, 715]),
        text('f2', 'Husum', [200, 655, 400, 675]),
        text('f3', '4.2 m', [60, 590, 160, 612]),
        text('f4', '9.7 m', [300, 590, 400, 612]),
      ],
    );
    expect(lines.slice(-4)).toEqual(['Ship name: Nordlys', 'Home port: Husum', 'Draught: 4.2 m', 'Beam: 9.7 m']);
  });

  it('take the name that the form gives them where nothing is printed', async () => {
    const lines = await filled([['A form', 60, 780]], [text('berth', 'Quay 4', [200, 300, 400, 320])]);
    expect(lines).toEqual(['A form', 'berth: Quay 4']);
  });

  it('say which boxes are ticked and which are not, once anything is filled in', async () => {
    const printed = [
      ['Insured', 90, 700],
      ['Crewed', 90, 660],
    ] as const;
    const boxes = (isTicked: boolean) => [
      box('b1', isTicked, [60, 697, 75, 712]),
      box('b2', false, [60, 657, 75, 672]),
    ];
    expect((await filled(printed, boxes(true))).slice(-2)).toEqual(['Insured: Yes', 'Crewed: No']);
    expect((await filled(printed, boxes(false))).join(' ')).not.toMatch(/: (Yes|No)/);
  });

  it('show a choice as the form shows it', async () => {
    const lines = await filled(
      [['Cargo', 60, 700]],
      [
        {
          rect: [150, 695, 300, 715],
          entries: '/FT /Ch /Ff 131072 /T (c) /V (k2) /Opt [[(k1) (Timber)] [(k2) (Grain)]]',
        },
      ],
    );
    expect(lines.at(-1)).toBe('Cargo: Grain');
  });
});
