import { CodePointMap, sliceCodePoints } from '@lectern/text';
import { mentionsIn } from './entities';
import { EntityTally } from './entity-tally';

const findEntities = (text: string, language: string) => {
  const tally = new EntityTally();
  tally.add(mentionsIn(text, language), new CodePointMap(text));
  return tally.entities();
};
const found = (text: string, language = 'en') =>
  findEntities(text, language).map((entity) => `${entity.label} ${entity.text}`);

describe('what a text names', () => {
  it('finds people by what they are called', () => {
    expect(found('Yesterday Dr. Anna Weber met Finance Minister Tomas Alvarsson and María López.')).toEqual([
      'PERSON Anna Weber',
      'PERSON Tomas Alvarsson',
      'PERSON María López',
    ]);
  });

  it('knows somebody again by the family name', () => {
    const text = 'Tomas Alvarsson opened the lock. Later Alvarsson closed it.';
    const [person] = findEntities(text, 'en');
    expect(person).toMatchObject({ text: 'Tomas Alvarsson', label: 'PERSON' });
    expect(person?.positions.map(({ start, end }) => text.slice(start, end))).toEqual(['Tomas Alvarsson', 'Alvarsson']);
  });

  it('finds organisations and places', () => {
    expect(
      found(
        'The University of Ghent and Quayside Dredging Ltd work in Belgium, on the Lys River, with Harbour Tools, Inc.',
      ),
    ).toEqual([
      'ORG University of Ghent',
      'ORG Quayside Dredging Ltd',
      'GPE Belgium',
      'LOC Lys River',
      'ORG Harbour Tools, Inc.',
    ]);
  });

  it('finds dates, times, amounts and addresses', () => {
    const text =
      'On 3 March 2024 at 10:30 it cost €1,250.50, up 3.5%; ask info@example.org or see https://example.org/fees.';
    expect(found(text)).toEqual([
      'DATE 3 March 2024',
      'TIME 10:30',
      'MONEY €1,250.50',
      'PERCENT 3.5%',
      'EMAIL info@example.org',
      'URL https://example.org/fees',
    ]);
  });

  it.each([
    [
      'de',
      'Die Stadtwerke Lindental GmbH zahlten am 3. März 2024 genau 1.250.000 Euro an Frau Weber aus Österreich.',
      ['ORG Stadtwerke Lindental GmbH', 'DATE 3. März 2024', 'MONEY 1.250.000 Euro', 'PERSON Weber', 'GPE Österreich'],
    ],
    [
      'es',
      'El Ayuntamiento de Valencia pagó 45.000 € el 12 de enero de 2023 a la señora Marta Ruiz, de Francia.',
      [
        'ORG Ayuntamiento de Valencia',
        'MONEY 45.000 €',
        'DATE 12 de enero de 2023',
        'PERSON Marta Ruiz',
        'GPE Francia',
      ],
    ],
    [
      'fr',
      "La Banque de France a prêté 2,5 millions d'euros le 14 juillet 2020 à l'Allemagne.",
      ['ORG Banque de France', "MONEY 2,5 millions d'euros", 'DATE 14 juillet 2020', 'GPE Allemagne'],
    ],
    ['zh', '我们在2024年3月5日访问了德国。', ['DATE 2024年3月5日', 'GPE 德国']],
  ])('finds them in %s', (language, text, expected) => {
    expect(found(text, language)).toEqual(expected);
  });

  it('finds shapes however they are written, one text after the other', () => {
    const texts: readonly (readonly [text: string, found: readonly string[]])[] = [
      ['See HTTPS://EXAMPLE.ORG/FEES', ['URL HTTPS://EXAMPLE.ORG/FEES']],
      ['see Www.example.org/fees', ['URL Www.example.org/fees']],
      ['write to a@b.example, c@d.example', ['EMAIL a@b.example', 'EMAIL c@d.example']],
      ['it took 12% and 13 per cent', ['PERCENT 12%', 'PERCENT 13 per cent']],
      ['it cost € 5', ['MONEY € 5']],
      ['nothing of the kind', []],
    ];
    for (const [text, shapes] of [...texts, ...texts]) expect(found(text)).toEqual(shapes);
  });

  it('does not take what is merely written large for a name', () => {
    expect(
      found(
        'Please open Settings. Next Steps: Save Changes, then Review the Report. May we mark it? See Table 3 and Figure 4.',
      ),
    ).toEqual([]);
    expect(found('THE QUICK START GUIDE\n\nError Handling And Other Matters\n\nWill the grace period end?')).toEqual(
      [],
    );
  });

  it('names what comes again and again, counted in code points', () => {
    const text = '😀 We opened the Blue Heron Ferry line. Since then the Blue Heron Ferry line runs daily.';
    const [entity] = findEntities(text, 'en');
    expect(entity).toMatchObject({ label: 'MISC', text: 'Blue Heron Ferry' });
    expect(entity?.positions.map(({ start, end }) => sliceCodePoints(text, start, end))).toEqual([
      'Blue Heron Ferry',
      'Blue Heron Ferry',
    ]);
  });
});
