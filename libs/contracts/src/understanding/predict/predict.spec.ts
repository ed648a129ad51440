import { membersOf } from '../../validation/answers.fixture';
import { conductOf } from '../../validation/requests.fixture';
import * as predictions from './predict.operations';

const file = `${__dirname}/predict.dto.ts`;

describe('predictions for other services', () => {
  it('have no route', () => {
    expect(Object.values(predictions).filter(({ http }) => http !== undefined)).toEqual([]);
  });

  it('take as long as what they are for: a query waits for seconds, an answer and an index for minutes', () => {
    expect(conductOf(...Object.values(predictions))).toEqual({
      'understanding.texts.embed': '300 s',
      'understanding.models.describe': '10 s',
      'understanding.embedders.describe': '10 s',
      'understanding.generator.describe': '10 s',
      'understanding.texts.rerank': '10 s',
      'understanding.question.rephrase': '30 s',
      'understanding.answer.generate': '120 s',
    });
  });

  it('come piece by piece where a model writes, and whole otherwise', () => {
    const streams = Object.values(predictions).filter(({ stream }) => stream);
    expect(streams.map(({ name }) => name)).toEqual(['understanding.answer.generate']);
  });

  it('are understood by services of another version: what was added later may be absent', () => {
    expect(membersOf(file, 'ModelsInUse')).toBe('embedder, candidates?, embedders, generator, generators, reranker');
    expect(membersOf(file, 'TextsToEmbed')).toBe('kbid, model?, texts, purpose');
    expect(membersOf(file, 'EmbeddedTexts')).toBe('model, vectors, background?');
    expect(membersOf(file, 'QuestionToRephrase')).toBe(
      'kbid, question, history, extraContext, standsAlone?, images?, prompt?, model?, relevanceThreshold?',
    );
    expect(membersOf(file, 'AnswerToGenerate')).toBe(
      'kbid, question, context, history, system?, user?, citations, citationThreshold?, answerTokensMax?, seed?, ' +
        'jsonSchema?, preferMarkdown?, images?, reasoning?, model?',
    );
  });

  it('say of a value which of its members are there', () => {
    const [type, ...others] = membersOf(file, 'GeneratedValue').split(', ');
    expect(type).toBe('type');
    expect(others.filter((member) => !member.endsWith('?'))).toEqual([]);
  });
});
