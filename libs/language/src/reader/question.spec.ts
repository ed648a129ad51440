import { readQuestion } from './question';

const read = (text: string, language: string) => readQuestion(text, { language, asked: language });

describe('readQuestion', () => {
  it.each([
    ['en', 'How many people live in Lima?', 'number', 3],
    ['es', '¿Cuándo se fundó la ciudad?', 'time', 2],
    ['fr', 'Combien de personnes vivent à Lima ?', 'number', 3],
    ['de', 'Welcher Prozentsatz der Bevölkerung ist katholisch?', 'number', 2],
    ['it', 'Dove si trova il museo?', 'place', 2],
    ['pt', 'Quem escreveu o livro?', 'person', 2],
    ['nl', 'Waarom daalt de prijs?', 'reason', 2],
    ['ru', 'Сколько человек живёт в Лиме?', 'number', 2],
    ['ru', 'Где находится музей?', 'place', 2],
    ['pl', 'Kiedy zbudowano most?', 'time', 2],
    ['sv', 'Vem skrev boken?', 'person', 2],
    ['zh', '华沙第一家证券交易所是什么时候建立的？', 'time', undefined],
    ['zh', '谁是主要敌人？', 'person', undefined],
    ['ja', '誰が本を書きましたか？', 'person', undefined],
    ['ar', 'كم عدد المقاعد؟', 'number', 1],
    ['ar', 'من كان العدو الرئيسي؟', 'person', 2],
    ['ar', 'ما هي المدينة من بين المدن؟', 'other', undefined],
    ['hi', 'पोलोनिया का गृह स्थल कहाँ स्थित है?', 'place', undefined],
    ['hi', 'किस वर्ष में युद्ध हुआ?', 'time', undefined],
  ])('in %s: %s asks for a %s', (language, text, kind, terms) => {
    const question = read(text, language);
    expect(question.kind).toBe(kind);
    if (terms !== undefined) expect(question.terms).toHaveLength(terms);
  });

  it.each([
    ['zh', '谁解释了潮汐？', /谁/],
    ['ja', '何が海を引っ張りますか？', /何/],
    ['ar', 'أين يقع الملعب؟', /اين/],
    ['hi', 'ज्वार को किसने समझाया?', /किसने/],
    ['ru', 'Какой город самый большой?', /какой/],
    ['de', 'Welche Stadt ist am größten?', /welche/],
  ])('in %s looks for no word that asks', (language, text, asking) => {
    expect(read(text, language).terms.filter(({ folded }) => asking.test(folded))).toEqual([]);
  });
});
