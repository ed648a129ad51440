import fc from 'fast-check';
import type { ContextEntry } from '../context-entry';
import { read } from './reader';

const entry = (key: string, text: string, more: Partial<ContextEntry> = {}): ContextEntry => ({
  key,
  text,
  language: 'en',
  ...more,
});

const library = [
  entry('tides', 'The sea rises and falls. Isaac Newton explained the tides in 1687. He wrote in Latin.', {
    title: 'Tides',
  }),
  entry('bread', 'Bread is baked from flour and water. The oldest bread was found in Jordan.', { title: 'Bread' }),
  entry(
    'plans',
    '# Plans\n\n| Plan | Price per month | Seats |\n|---|---|---|\n| Basic | $5 | 1 |\n| Pro | $20 | 10 |',
    { title: 'Pricing' },
  ),
  entry(
    'faq',
    'Can I cancel at any time?\nYes, from the settings page.\n\nYou need the following:\n- a passport\n- two photographs\n',
  ),
];
const answer = (question: string, context: readonly ContextEntry[] = library) =>
  read(question, context).chosen.map(({ key, text }) => `${key}: ${text}`);

describe('read', () => {
  it.each([
    ['Who explained the tides?', 'tides: Isaac Newton explained the tides in 1687.'],
    ['When were the tides explained?', 'tides: Isaac Newton explained the tides in 1687.'],
    ['Where was the oldest bread found?', 'bread: The oldest bread was found in Jordan.'],
    ['How much does the Pro plan cost per month?', 'plans: Plan: Pro; Price per month: $20'],
    ['Can I cancel at any time?', 'faq: Yes, from the settings page.'],
  ])('answers %j', (question, expected) => {
    expect(answer(question)).toEqual([expected]);
  });

  it.each([
    ['How heavy is the engine?', 'The engine drives the pump. It weighs 412 kilograms.', '412 kilograms'],
    [
      'How long should the bread cool?',
      'Bread is baked. It must cool for half an hour before it is cut.',
      'half an hour',
    ],
    ['What is chapter one about?', '# Chapter one\n\nA whale is seen.\n\n# Chapter two\n\nThe ship sails.', 'A whale'],
    ['Who is Ada Moreno?', 'Our team\n\nAda Moreno\nHead of Research\n\nBo Chen\nHead of Sales', 'Head of Research'],
    ['Who is the head of research?', 'Our team\n\nAda Moreno\nHead of Research\n\nBo Chen\nCook', 'Ada Moreno'],
    ['What is the square of 7?', 'Number | Square\n1 | 1\n7 | 49\n8 | 64', 'Number: 7; Square: 49'],
    ['When was it sent?', 'From: Ann Lee\nSent: Monday\nSubject: news\n\nThe pump leaks.', 'x: Sent: Monday'],
  ])('answers %j from %j', (question, text, expected) => {
    expect(answer(question, [library[1] ?? entry('', ''), entry('x', text)]).join(' ')).toContain(expected);
  });

  it.each([
    ['What is the capital of France?', 'This is a page about France.'],
    ['What is the square of 7?', '1 | 1\n2 | 4\n7 | 49\n8 | 64'],
  ])('does not take for an answer to %j what only shares a word with it: %j', (question, text) => {
    expect(answer(question, [library[1] ?? entry('', ''), entry('x', text)])).toEqual([]);
  });

  it('answers sooner from a passage that is near to the question in meaning', () => {
    const context = (similarity?: number) => [entry('x', 'Each plan has ten seats. They are new.', { similarity })];
    const question = 'How many people may use a plan?';
    expect(read(question, context(0.9)).confidence).toBeGreaterThan(read(question, context(0)).confidence);
    expect(read(question, context(0.9)).chosen).not.toEqual([]);
    expect(read(question, context(0)).chosen).toEqual([]);
  });

  it('gives the sentence before with one that points back to it', () => {
    const context = [entry('x', 'Newton was an English physicist. He explained tides.'), entry('y', 'Bread is baked.')];
    expect(answer('Who explained tides?', context)).toEqual([
      'x: Newton was an English physicist.',
      'x: He explained tides.',
    ]);
  });

  it('gives the list that a sentence announces', () => {
    expect(answer('What do I need?', library)).toEqual([
      'faq: You need the following:',
      'faq: a passport',
      'faq: two photographs',
    ]);
  });

  it.each([
    ['¿Quién explicó las mareas?', 'es', 'Isaac Newton explicó las mareas en 1687.', 'El pan se hornea con harina.'],
    ['Qui a expliqué les marées ?', 'fr', 'Isaac Newton a expliqué les marées en 1687.', 'Le pain est cuit au four.'],
    ['Wer erklärte die Gezeiten?', 'de', 'Isaac Newton erklärte die Gezeiten 1687.', 'Brot wird aus Mehl gebacken.'],
    ['谁解释了潮汐？', 'zh', '艾萨克·牛顿在1687年解释了潮汐。', '面包是用面粉烤的。'],
    ['من شرح المد والجزر؟', 'ar', 'شرح إسحاق نيوتن المد والجزر عام 1687.', 'يخبز الخبز من الدقيق.'],
  ])('answers in the language of the text: %j', (question, language, sentence, other) => {
    const context = [entry('other', other, { language }), entry('x', sentence, { language })];
    expect(answer(question, context)[0]).toBe(`x: ${sentence}`);
  });

  it.each([
    ['Who won the football championship of 1954?'],
    ['What is the boiling point of tungsten?'],
    ['When did Galileo explain the tides?'],
    ['How do I train a neural network?'],
    ['asdf qwer'],
    [''],
    ['Who is it?'],
  ])('answers nothing to %j', (question) => {
    expect(answer(question)).toEqual([]);
  });

  it('answers nothing from a passage that says nothing of what the question is about', () => {
    const works = [
      entry('net', 'The network is 214 kilometres long. The oldest pipe was laid in 1931.'),
      entry('room', 'Now the whole control room can send messages. Its staff works in three shifts.'),
    ];
    expect(answer('How long is the network?', works)).toEqual(['net: The network is 214 kilometres long.']);
    expect(answer('How long is the railway bridge?', works)).toEqual([]);
  });

  it('says in which language nothing is answered', () => {
    expect(
      read('¿Quién ganó el campeonato mundial de fútbol?', [
        entry('x', 'El pan se hornea con harina.', { language: 'es' }),
      ]),
    ).toMatchObject({
      language: 'es',
      chosen: [],
    });
  });

  it('gives only what the context says, word for word, whatever is asked of whatever text', () => {
    const word = fc.constantFrom(
      'moon',
      'sea',
      'Newton',
      '1687',
      'who',
      'the',
      '|',
      '\t',
      '\n',
      '.',
      '?',
      '#',
      '- ',
      '月亮',
      '\u{1f600}',
      ':',
    );
    const text = fc.array(word, { maxLength: 60 }).map((all) => all.join(' '));
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 5 }), (question, texts) => {
        const { chosen } = read(
          question,
          texts.map((one, index) => entry(`${index}`, one)),
        );
        for (const { key, text: given } of chosen) {
          const source = (texts[Number(key)] ?? '').replace(/[\s|:;]+/g, '');
          const parts = given.split(/[:;]/).map((part) => part.replace(/[\s|:;]+/g, ''));
          expect(parts.every((part) => source.includes(part))).toBe(true);
        }
      }),
    );
  });

  it('never throws, and gives pieces of the context only, whatever characters it is given', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 200 });
    const language = fc.constantFrom('en', 'de', 'zh', 'ar', 'hi', 'ja', '', 'xx');
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 4 }), language, fc.nat(30), (question, texts, spoken, tokens) => {
        const context = texts.map((one, index) => entry(`${index}`, one, { language: spoken, similarity: index / 4 }));
        const { chosen, confidence } = read(question, context, { answerTokensMax: tokens, topic: texts[0] ?? '' });
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(1);
        const bare = (one: string) => one.replace(/[\s|:;#*_>-]+/gu, '');
        for (const { key, text: given } of chosen) {
          const source = bare(texts[Number(key)] ?? '');
          expect(given.split(/[:;]/u).every((part) => source.includes(bare(part)))).toBe(true);
        }
      }),
    );
  });

  it.each([
    ['addresses without an end', ['@'.repeat(50_000) + ' ', `${'a@'.repeat(25_000)} b`]],
    ['many texts', Array.from({ length: 300 }, () => 'The moon pulls the sea. '.repeat(100))],
    ['one endless sentence', ['moon sea '.repeat(50_000)]],
    ['one endless table', ['moon | sea\n'.repeat(50_000)]],
    ['nothing but headings', ['# moon\n'.repeat(50_000)]],
    ['nothing but marks', ['- '.repeat(100_000), '?'.repeat(100_000), '\n'.repeat(100_000)]],
  ])('ends soon, whatever it is given: %s', (_, texts) => {
    const context = texts.map((text, index) => entry(`${index}`, text));
    const { chosen } = read('What does the moon do to the sea?', context);
    expect(chosen.every(({ text }) => text.length <= 2_000)).toBe(true);
  });
});
