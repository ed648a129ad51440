import { neighbourBoxes } from '../../fixtures/neighbour-boxes';
import { containsAny } from '../../fixtures/token-overlap';
import { read } from './reader';

const box = (text: string, language = 'en', title = '') => [{ key: 'x', text, language, title }];
const answer = (question: string, text: string, language = 'en') =>
  read(question, box(text, language))
    .chosen.map(({ text: said }) => said)
    .join(' | ');
const SHARE_MIN = 0.85;

describe('boxes of our own that nothing was fitted on', () => {
  const boxes = neighbourBoxes('reported');

  it.each(['en', 'es', 'de', 'fr', 'zh', 'ar'])('are answered, and their neighbours refused: %s', (language) => {
    const own = boxes.filter((one) => one.language === language);
    const answered = own.filter(({ asked, gold, context }) => {
      const said = read(asked, context).chosen.map(({ text }) => text);
      return containsAny(said.join(' '), [gold]);
    });
    const refused = own.filter(({ neighbour, context }) => read(neighbour, context).chosen.length === 0);
    expect(answered.length / own.length).toBeGreaterThanOrEqual(SHARE_MIN);
    expect(refused.length / own.length).toBeGreaterThanOrEqual(SHARE_MIN);
  });
});

describe('what is not there', () => {
  it.each([
    ['another kind', 'How long is maternity leave?', 'Study leave lasts 12 weeks. Requests go to Mr Ode.'],
    ['another deed', 'When was the canal closed?', 'The canal was opened in 1874.'],
    ['another thing', 'How many tractors did the farm buy in 2020?', 'In 2020 the farm bought 14 trailers.'],
    ['another property', 'What is the weight of the stove?', 'The stove has a power of 8 kilowatts.'],
    ['another place', 'Who runs the office in Turin?', 'Ada Conti runs the office in Milan.'],
    ['another code', 'What is the fee for berth C1?', 'The fee for berth A1 is 20 euros, that for berth B1 55 euros.'],
    ['another row', 'What is the fee for berth C1?', 'berth: A1 | fee: 20\nberth: B1 | fee: 55'],
    ['a price', 'How much does the tower cost?', 'The tower is 412 metres high.'],
    ['nonsense', 'Who rebuilt the moon?', 'The pump station was rebuilt in 1954 by Anna Berg.'],
  ])('is not answered with %s: %j', (_, question, text) => {
    expect(answer(question, text)).toBe('');
  });
});

describe('what is said in other words', () => {
  it.each([
    ['How high is the deposit?', "The deposit amounts to two months' rent. Pets are not allowed.", 'en', 'two months'],
    ['Wie hoch ist die Kaution?', 'Die Kaution beträgt zwei Monatsmieten.', 'de', 'zwei Monatsmieten'],
    ['¿Cuánto es la fianza?', 'La fianza asciende a dos meses de alquiler.', 'es', 'dos meses'],
    ['À combien s’élève la caution ?', 'La caution est de deux mois de loyer.', 'fr', 'deux mois'],
    ['押金是多少？', '押金为两个月的租金。不得养宠物。', 'zh', '两个月'],
    ['Am I allowed to keep pets?', 'Keeping pets is forbidden. Bicycles stay outside.', 'en', 'forbidden'],
    ['Darf ich Haustiere halten?', 'Die Haltung von Haustieren ist untersagt.', 'de', 'untersagt'],
    ['How big is the budget?', 'The board approved a budget of 40,000 crowns.', 'en', '40,000'],
    ['How many vacation days do workers have?', 'Employees receive 27 days of paid leave.', 'en', '27'],
  ])('is found: %j', (question, text, language, expected) => {
    expect(answer(question, text, language)).toContain(expected);
  });
});

describe('a list after a colon', () => {
  it('is the answer, in one line, in lines or under a heading', () => {
    expect(answer('What does the policy exclude?', 'It covers theft. The policy excludes: fire, flood and war.')).toBe(
      'The policy excludes: fire, flood and war.',
    );
    expect(answer('What are the opening hours?', 'Opening hours:\nMon-Fri 9-17\nSat 10-14\n\nPhone: 555-0101')).toBe(
      'Opening hours: | Mon-Fri 9-17 | Sat 10-14',
    );
    expect(answer('What are the ingredients?', '# Ingredients\n\n- rye\n- water\n- salt\n- yeast\n- malt\n')).toBe(
      'rye | water | salt | yeast | malt',
    );
  });
});

describe('two facts', () => {
  it('are given where two are asked', () => {
    const bridge = 'The bridge was built in 1931. It was paid for by the town of Ems. It is green.';
    expect(answer('When was the bridge built, and who paid for the bridge?', bridge)).toMatch(/1931.*Ems/);
    expect(answer('How many seats have rooms 12 and 14?', 'Room 12 has 40 seats. Room 14 has 18 seats.')).toMatch(
      /40.*18/,
    );
    const plans = 'Plan | Price\nBasic | $5\nPro | $20\nTeam | $40';
    expect(answer('How much do the Basic and the Pro plan cost?', plans)).toBe(
      'Plan: Basic; Price: $5 | Plan: Pro; Price: $20',
    );
  });

  it('are of two texts where these say them', () => {
    const texts = [
      { key: 'a', text: 'Remote work is allowed on two days a week.', language: 'en' },
      { key: 'b', text: 'Travel costs are paid back within 30 days.', language: 'en' },
    ];
    const question = 'On how many days is remote work allowed and within how many days are travel costs paid back?';
    expect(read(question, texts).chosen.map(({ key }) => key)).toEqual(['a', 'b']);
  });
});

describe('a measure that is asked for', () => {
  it.each([
    [
      'en',
      'How many metres of rope did Hull take?',
      '| Port | Rope (m) |\n|---|---|\n| Bath | 12 |\n| Hull | 31 |',
      '31',
    ],
    ['en', 'How many litres does the tank hold?', 'The tank holds 40 l.', '40'],
    ['de', 'Wie viele Meter Seil hat Kiel?', '| Hafen | Seil (m) |\n|---|---|\n| Kiel | 12 |\n| Emden | 31 |', '12'],
    [
      'fr',
      'Combien de mètres de corde a Brest ?',
      '| Port | Corde (m) |\n|---|---|\n| Brest | 12 |\n| Sète | 31 |',
      '12',
    ],
    ['fr', 'Combien de litres contient la cuve ?', 'La cuve contient 40 l.', '40'],
    ['es', '¿Cuántos metros de cuerda tiene Vigo?', '| Puerto | Cuerda (m) |\n|---|---|\n| Vigo | 12 |', '12'],
  ])('is said by its sign, too (%s): %j', (language, question, text, expected) => {
    expect(answer(question, text, language)).toContain(expected);
  });

  it('is not said by a pronoun that is written like its sign', () => {
    expect(answer('Combien de litres contient la cuve ?', "L'usine a 3 roues, et la cuve contient l'eau.", 'fr')).toBe(
      '',
    );
  });
});

describe('a short passage among others', () => {
  const others = [
    'The mill of Oster grinds rye and barley for the villages of the valley. It was bought by a baker in 1950.',
    'Bees live in hives of wood or straw. A hive has one queen and many workers. Honey is taken in July.',
    'The railway to Senn was closed in winter, since snow lay on the line. Buses ran instead of trains.',
    'Wool is washed, combed and spun. The cloth is dyed with roots and bark. Red is the dearest colour.',
  ];
  const harbour =
    'The harbour of Tolk was dredged between 1921 and 1924 by the engineer Ruth Kamm, who also built the long northern ' +
    'pier and the lighthouse at its end.';
  const context = [harbour, ...others].flatMap((text) => box(text));

  it.each([
    'During which period was the harbour of Tolk dredged by the engineer Ruth Kamm?',
    'In which decade did the engineer Ruth Kamm dredge the harbour of Tolk?',
  ])('answers although it lacks one word of many: %j', (question) => {
    expect(read(question, context).chosen.map(({ text }) => text)).toEqual([harbour]);
  });

  it('does not answer where what it lacks is what is asked about', () => {
    expect(read('Who dredged the canal of Tolk?', context).chosen).toEqual([]);
  });
});

describe('the similarity of Chinese texts, which is higher for unrelated ones, too', () => {
  const theatre =
    '该镇的剧院建于一九二一年，由当地的木匠出资兴建，可以容纳三百名观众。战争期间剧院遭到严重破坏，屋顶和舞台都被烧毁。' +
    '战后居民们自愿捐款，在原址上重建了剧院，并增加了一个小型图书馆和一间展览室。每年夏天，来自各地的乐团都会在这里演出，' +
    '门票收入用于修缮建筑和资助年轻的音乐家。冬天剧院会关闭两个月，以便检查暖气和灯光设备。';
  const context = [{ key: 'x', text: theatre, language: 'zh', similarity: 0.45 }];

  it('is no reason to answer about something else', () => {
    expect(read('谁在战后设计了火车站？', context).chosen).toEqual([]);
    expect(read('火车站的屋顶是什么颜色？', context).chosen).toEqual([]);
    expect(read('剧院可以容纳多少名观众？', context).chosen).toHaveLength(1);
  });
});
