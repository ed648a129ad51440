import { noFilters } from '../../parts/filters/filters';
import { askBody } from './ask-request';

const options = { filters: noFilters, context: 'passages' } as const;

describe('the body of a question', () => {
  it('asks for citations and Markdown', () => {
    expect(askBody('Why?', options, [])).toMatchObject({ query: 'Why?', citations: true, prefer_markdown: true });
  });

  it('has what was said before, oldest first, without questions that have no answer', () => {
    const before = [
      { question: 'What?', answer: 'The moon.' },
      { question: 'Where?', answer: '' },
    ];
    expect(askBody('Why?', options, before).chat_history).toEqual([
      { author: 'USER', text: 'What?' },
      { author: 'SVC', text: 'The moon.' },
    ]);
  });

  it('has the newest 20 turns, each bounded', () => {
    const before = Array.from({ length: 30 }, (_, n) => ({ question: `${n}`, answer: 'a'.repeat(50_000) }));
    const history = askBody('Why?', options, before).chat_history ?? [];
    expect(history).toHaveLength(40);
    expect(history[0]?.text).toBe('10');
    expect(history[1]?.text).toHaveLength(20_000);
  });

  it('says what the model reads, and what is searched', () => {
    const filters = { ...noFilters, labels: ['/l/topics/sea'] };
    expect(askBody('Why?', { filters, context: 'neighbours' }, [])).toMatchObject({
      rag_strategies: [{ name: 'neighbouring_paragraphs', before: 2, after: 2 }],
      filters: [{ all: ['/l/topics/sea'] }],
    });
  });
});
