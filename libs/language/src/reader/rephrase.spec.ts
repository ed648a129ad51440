import { inConversation, rephraseByRule } from './rephrase';

const history = [
  { author: 'USER' as const, text: 'What does the Lectern Pro plan cost?' },
  { author: 'ASSISTANT' as const, text: 'It costs twenty dollars per month and includes everything.' },
];
const rephrase = (question: string, relevanceThreshold?: number) =>
  rephraseByRule({ question, history, extraContext: [], relevanceThreshold });

describe('rephraseByRule', () => {
  it('carries the topic of the question before over, the new question counting twice', () => {
    expect(rephrase('And how many seats has it?')).toEqual({
      question: 'And how many seats has it? seats Lectern Pro plan cost',
      usedHistory: true,
    });
  });

  it('leaves a question that stands alone, or has nothing before it', () => {
    const alone = 'Which European cities hosted summer Olympic games between 1900 and 1950 successfully?';
    expect(rephrase(alone)).toEqual({ question: alone, usedHistory: false });
    expect(rephraseByRule({ question: 'How many?', history: [], extraContext: [] })).toEqual({
      question: 'How many?',
      usedHistory: false,
    });
  });

  it('carries nothing over where the topic changed, nor words that are only polite', () => {
    expect(rephrase('Who discovered Neptune?')).toEqual({ question: 'Who discovered Neptune?', usedHistory: false });
    const polite = [{ author: 'USER' as const, text: 'Hello, please tell me the price of seats, thanks!' }];
    expect(rephraseByRule({ question: 'And of plans?', history: polite, extraContext: [] }).question).toBe(
      'And of plans? plans price seats',
    );
  });

  it('uses history only where the question depends on it as much as is requested', () => {
    expect(rephrase('How many seats?', 0.5).usedHistory).toBe(true);
    expect(rephrase('How many seats does the yearly Basic subscription include?', 0.5).usedHistory).toBe(false);
    expect(rephrase('How many seats has it?', 1).usedHistory).toBe(false);
  });
});

describe('rephraseByRule without a conversation', () => {
  const alone = (question: string, extraContext: readonly string[] = []) =>
    rephraseByRule({ question, history: [], extraContext, standsAlone: extraContext.length === 0 });

  it('leaves out of a query what is only polite', () => {
    expect(alone('Hello, could you please tell me how tall the lighthouse is? Thanks!').question).toBe(
      'how tall the lighthouse is?',
    );
    expect(alone('Könnten Sie mir bitte sagen, wie hoch der Turm ist?').question).toBe('wie hoch der Turm ist?');
    expect(alone('¿Puedes decirme quién dirige el puerto?').question).toBe('quién dirige el puerto?');
    expect(alone('Скажите, пожалуйста, кто построил маяк?').question).toBe('кто построил маяк?');
  });

  it('leaves a query as it is that is not polite, or nothing else', () => {
    for (const query of ['Who climbs?', 'please', 'tell me', 'OK Computer', 'Hey Jude', '', '你好']) {
      expect(alone(query).question).toBe(query);
    }
  });

  it('takes what a question points at from the beginning of the extra context', () => {
    expect(alone('When was she born?', ['Ada Lovelace wrote programs. She lived in London.'])).toEqual({
      question: 'When was she born? born Ada Lovelace wrote programs',
      usedHistory: false,
    });
    expect(alone('Who discovered Neptune?', ['Ada wrote programs.']).question).toBe('Who discovered Neptune?');
  });

  it('says that a question means something that is named nowhere', () => {
    const lost = { question: 'And what about that?', usedHistory: false, lacksContext: true };
    expect(alone('And what about that?')).toEqual(lost);
    expect(rephrase('And what about that?', 1)).toEqual(lost);
    expect(rephrase('And what about that?').lacksContext).toBeUndefined();
    expect(alone('How high is it?', ['  ']).lacksContext).toBeUndefined();
  });

  it('takes long and strange queries', () => {
    const query = `${'please '.repeat(100_000)}?`;
    expect(alone(query).question.length).toBeLessThanOrEqual(query.length);
  });
});

describe('inConversation', () => {
  it('reads the question as it was asked, with what was said before as its topic', () => {
    expect(inConversation('How many seats has it?', history)).toEqual({
      question: 'How many seats has it?',
      topic: 'Lectern Pro plan cost',
    });
    expect(inConversation('How many seats has it?', [])).toEqual({ question: 'How many seats has it?', topic: '' });
  });

  it('adds the topic to a question that says nothing by itself', () => {
    expect(inConversation('And what about that?', history).question).toBe('And what about that? Lectern Pro plan cost');
  });
});

describe('a conversation', () => {
  const user = (text: string) => ({ author: 'USER' as const, text });
  const assistant = (text: string) => ({ author: 'ASSISTANT' as const, text });

  it('keeps the subject of its first question in the third', () => {
    const turns = [
      user('What does a brake service for the Volvo 240 cost?'),
      assistant('A brake service for the Volvo 240 costs 90 euros.'),
      user('And an oil change?'),
      assistant('An oil change for the Volvo 240 costs 60 euros.'),
    ];
    expect(inConversation('And new tyres?', turns).topic).toContain('Volvo 240');
    expect(rephraseByRule({ question: 'And new tyres?', history: turns, extraContext: [] }).question).toContain(
      'Volvo 240',
    );
  });

  it.each([
    ['yes', 'Would you like to know the price of a mirror?', 'the price of a mirror?'],
    ['Sure, go ahead', 'Shall I tell you the price of a mirror?', 'the price of a mirror?'],
    ['ja, bitte', 'Möchten Sie den Preis eines Spiegels wissen?', 'den Preis eines Spiegels wissen?'],
    ['sí, por favor', '¿Quieres saber el precio de un espejo?', 'el precio de un espejo?'],
    ['oui', 'Voulez-vous connaître le prix d’un miroir ?', 'le prix d’un miroir ?'],
    ['好的', '你想知道镜子的价格吗？', '镜子的价格吗？'],
    ['نعم', 'هل تريد معرفة سعر المرآة؟', 'سعر المرآة؟'],
  ])('continues an offer that is accepted: %j to %j', (reply, offer, asked) => {
    const turns = [user('What does a lamp for the Volvo 240 cost?'), assistant(`It costs 9 euros. ${offer}`)];
    const { question, topic } = inConversation(reply, turns);
    expect(question).toBe(asked);
    if (reply === 'yes') expect(topic).toContain('Volvo');
  });

  it('takes nothing else for an acceptance', () => {
    const turns = [user('What does a lamp cost?'), assistant('It costs 9 euros. Would you like a mirror?')];
    expect(inConversation('yes, but how heavy is the lamp?', turns).question).toBe('yes, but how heavy is the lamp?');
    expect(inConversation('no', turns).question).toContain('no');
    expect(inConversation('yes', [user('What does a lamp cost?')]).question).toContain('lamp');
  });
});
