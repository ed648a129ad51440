import { refusalOf } from './refusals';

describe('refusalOf', () => {
  it.each([
    ['en', 'Not enough data to answer this.'],
    ['en', "I don't have any specific information about that."],
    ['en', 'The provided context does not mention the price.'],
    ['en', 'Sorry! I cannot answer this question.'],
    ['en', 'There is no information about this in the documents.'],
    ['es', 'No hay información suficiente para responder.'],
    ['es', 'Lo siento, no puedo responder a eso.'],
    ['fr', 'Je ne sais pas.'],
    ['fr', "Il n'y a pas assez de données pour répondre."],
    ['de', 'Das kann ich leider nicht sagen, dazu liegen keine Informationen vor.'],
    ['it', 'Non lo so.'],
    ['pt', 'Não há informações sobre isso.'],
    ['ru', 'Недостаточно данных, чтобы ответить.'],
    ['zh', '文档中没有提到这一点。'],
    ['ja', 'わかりません。'],
    ['ko', '답변할 수 없습니다.'],
    ['ar', 'لا أعرف.'],
    ['hi', 'मुझे नहीं पता।'],
  ])('recognises in %s: %s', (language, answer) => {
    expect(refusalOf(answer, language)).toBe('whole');
  });

  it.each([
    ['en', 'The moon pulls the sea.'],
    ['en', 'The Spanish could not find the treasure.'],
    ['en', 'You cannot apply the code when the account does not have the required access.'],
    ['es', 'No hay límite de edad.'],
    ['de', 'Er baute keine Schiffe.'],
    ['zh', '这座城市没有地铁。'],
  ])('takes no statement for one in %s: %s', (language, answer) => {
    expect(refusalOf(answer, language)).toBe('none');
  });

  it('tells a refusal from one that goes on', () => {
    expect(refusalOf('The text does not say when. The bridge is made of iron.', 'en')).toBe('beginning');
    expect(refusalOf('The bridge is made of iron. The text does not say when it opened.', 'en')).toBe('none');
  });
});
