import { validate } from '@lectern/contracts/core';
import { GraphOperation, QuestionsOperation } from '@lectern/contracts/understanding';
import { textOf } from './json-writer.fixture';
import { localGraph } from './local-graph';
import { localQuestions } from './local-questions';

const graph = (members: object = {}) => validate(GraphOperation, { ident: 'g', ...members });

describe('a graph without a language model', () => {
  it('has the names of the text with their positions in code points', async () => {
    const { entities } = await localGraph(graph(), textOf('🌙 Maria Silva works for Acme Corp in Lisbon.'));
    const maria = entities['g']?.find(({ text }) => text === 'Maria Silva');
    expect(maria).toEqual({ text: 'Maria Silva', label: 'PERSON', positions: [{ start: 2, end: 13 }] });
  });

  it('has names of wanted types only, under the names of the types', async () => {
    const wanted = graph({ entity_defs: [{ label: 'Person' }] });
    const { entities } = await localGraph(wanted, textOf('Maria Silva lives in Lisbon.'));
    expect(entities['g']?.map(({ text, label }) => [text, label])).toEqual([['Maria Silva', 'Person']]);
  });

  it('knows names of examples, as whole words', async () => {
    const examples = [{ text: 'x', entities: [{ name: 'widget', label: 'PART' }], relations: [] }];
    const { entities } = await localGraph(graph({ examples }), textOf('A widget, widgets and another widget.'));
    expect(entities['g']).toEqual([
      {
        text: 'widget',
        label: 'PART',
        positions: [
          { start: 2, end: 8 },
          { start: 30, end: 36 },
        ],
      },
    ]);
  });

  it('has relations that a phrase between two names states, and no others', async () => {
    const examples = [
      {
        text: 'x',
        entities: ['Ada Byron', 'Acme'].map((name) => ({ name, label: 'NAME' })),
        relations: [],
      },
    ];
    const relationsOf = async (text: string) => {
      const { relations } = await localGraph(graph({ examples }), textOf(text));
      return relations.map(({ from, label, to }) => [from.value, label, to.value]);
    };
    expect(await relationsOf('Ada Byron works for Acme.')).toEqual([['Ada Byron', 'works for', 'Acme']]);
    expect(await relationsOf('Acme was founded by Ada Byron.')).toEqual([['Acme', 'founded by', 'Ada Byron']]);
    expect(await relationsOf('Ada Byron, chief executive officer of Acme, left.')).toEqual([
      ['Ada Byron', 'leads', 'Acme'],
    ]);
    expect(await relationsOf('Ada Byron left. Acme stayed.')).toEqual([]);
    expect(await relationsOf('Ada Byron never liked the people who work for Acme.')).toEqual([]);
  });

  it('is empty for an empty text', async () => {
    expect(await localGraph(graph(), textOf(''))).toMatchObject({ entities: {}, relations: [] });
  });
});

describe('questions without a language model', () => {
  const questionsOf = (max_questions: number, ...paragraphs: readonly string[]) =>
    localQuestions(validate(QuestionsOperation, { max_questions }), textOf(...paragraphs)).questions;

  it('are made of sentences that state a fact, which are their answers', () => {
    const found = questionsOf(
      20,
      'The Eiffel Tower was built in 1889. It is tall.',
      'The ferry costs 20 euros. The museum opens at 9 in the morning.',
      'Ada Lovelace was a mathematician. The lighthouse of Amrum is located in Germany.',
    );
    expect(found.map(({ question, paragraphs }) => [question, ...paragraphs])).toEqual([
      ['When was the Eiffel Tower built?', '0'],
      ['What was Ada Lovelace?', '2'],
    ]);
    expect(found[0]).toMatchObject({ answer: 'The Eiffel Tower was built in 1889.' });
    expect(found[0]?.reason).toContain('without a language model');
  });

  it('are at most as many as wanted, and none of other sentences', () => {
    expect(questionsOf(1, 'Ada Byron was a poet. Acme was founded by Ada Byron.')).toHaveLength(1);
    expect(questionsOf(20, 'Is Ada a poet? It was a dark night. We saw her.', 'Der Turm ist hoch.', '')).toEqual([]);
  });
});
