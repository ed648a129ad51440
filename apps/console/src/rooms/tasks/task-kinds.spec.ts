import { emptyForm, lackingParts, mergesOf, startOf, taskKindNames } from './task-kinds';

const form = { ...emptyForm, destination: 'topic', lines: 'nature: Trees\nmoney', question: 'Who wrote it?' };

describe('a task that is started', () => {
  it('labels with the labels of the form, with their descriptions', () => {
    expect(
      startOf('labeler', { ...form, multiple: true, byParagraph: true, contains: 'oak', fieldTypes: ['file'] }),
    ).toEqual({
      name: 'labeler',
      enabled: true,
      apply: 'ALL',
      parameters: {
        name: 'topic',
        on: 0,
        operations: [
          {
            label: {
              ident: 'topic',
              labels: [{ label: 'nature', description: 'Trees' }, { label: 'money' }],
              multiple: true,
            },
          },
        ],
        filter: { contains: ['oak'], contains_operator: 1, field_types: ['file'] },
      },
    });
  });

  it('asks each text with the model of the form', () => {
    expect(startOf('ask', { ...form, model: 'm', apply: 'NEW' })).toMatchObject({
      apply: 'NEW',
      parameters: {
        on: 1,
        operations: [{ ask: { question: 'Who wrote it?', destination: 'topic' } }],
        llm: { model: 'm' },
      },
    });
  });

  it('runs once where it is not for new resources', () => {
    expect(startOf('env', form)).toEqual({ name: 'env', enabled: true, apply: 'EXISTING' });
    expect(startOf('semantic-model-migrator', form)).toMatchObject({
      apply: 'EXISTING',
      parameters: { semantic_model_id: 'Who wrote it?' },
    });
  });

  it('merges what another one proposed', () => {
    expect(mergesOf('t1')).toMatchObject({ parameters: { operations: [{ align: { apply: 't1' } }] } });
  });

  it('says what its form lacks', () => {
    expect(lackingParts('labeler', emptyForm)).toEqual(['destination', 'lines']);
    expect(taskKindNames.filter((kind) => lackingParts(kind, form).length > 0)).toEqual([]);
  });
});
