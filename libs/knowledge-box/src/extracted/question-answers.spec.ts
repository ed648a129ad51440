import type { FieldAnnotation } from '@lectern/contracts/knowledge-box';
import { questionsAbout } from './question-answers';

const say = (text: string) => ({ text, language: '', ids_paragraphs: [] });
const question = (text: string, cancelled_by_user = false) => ({
  question_answer: { question: say(text), answers: [say('Yes')] },
  cancelled_by_user,
});
const about = (field_type: 'text' | 'generic', field: string, ...texts: string[]): FieldAnnotation => ({
  field: { field_type, field },
  paragraphs: [],
  question_answers: texts.map((text) => question(text)),
});

it('questions about a field are those that users ask about it and have not withdrawn', () => {
  const annotations = [
    about('text', 'a', 'One?', 'Two?'),
    about('text', 'b', 'Other?'),
    about('generic', 'a', 'Title?'),
  ];
  const withdrawn = { ...about('text', 'a'), question_answers: [question('Withdrawn?', true), question('Kept?')] };
  const asked = (letter: 't' | 'a' | 'f', id: string) =>
    questionsAbout([...annotations, withdrawn], { letter, id }).map((one) => one.question.text);
  expect(asked('t', 'a')).toEqual(['One?', 'Two?', 'Kept?']);
  expect(asked('a', 'a')).toEqual(['Title?']);
  expect(asked('f', 'a')).toEqual([]);
});
