import { resourceRow } from '../../../resource-store/fixtures/resource-row';
import { labelsOfParagraphs, labelsOfResource } from './trainset-labels';

const classified = (label: string, cancelled_by_user = false) => ({ labelset: 'topics', label, cancelled_by_user });
const resource = resourceRow('box', 'r', {
  classifications: [classified('sea'), classified('land', true)],
  annotations: [
    {
      field: { field_type: 'text', field: 'body' },
      paragraphs: [
        { key: 'r/t/body/0-5', classifications: [classified('moon'), classified('night', true)] },
        { key: 'r/t/body/0-5', classifications: [classified('sea')] },
      ],
      question_answers: [],
    },
    {
      field: { field_type: 'conversation', field: 'chat' },
      paragraphs: [{ key: 'r/c/chat/1/0-5', classifications: [classified('talk')] }],
      question_answers: [],
    },
  ],
});
const body = { letter: 't', id: 'body' } as const;

describe('labels of a training set', () => {
  it('say whether the resource or the paragraph has them, without those that are cancelled', () => {
    expect(labelsOfResource(resource, ['topics'])).toEqual([{ labelset: 'topics', label: 'sea', origin: 'RESOURCE' }]);
    expect([...labelsOfParagraphs(resource, body, ['topics'])]).toEqual([
      [
        'r/t/body/0-5',
        [
          { labelset: 'topics', label: 'moon', origin: 'PARAGRAPH' },
          { labelset: 'topics', label: 'sea', origin: 'PARAGRAPH' },
        ],
      ],
    ]);
  });

  it('are those below what is wanted', () => {
    expect(labelsOfResource(resource, ['/topics/sea/'])).toHaveLength(1);
    expect(labelsOfResource(resource, ['topic', 'topics/se'])).toEqual([]);
    expect([...labelsOfParagraphs(resource, body, ['topics/night', 'other'])]).toEqual([]);
  });

  it('of messages belong to their conversation', () => {
    const keys = (id: string) => [...labelsOfParagraphs(resource, { letter: 'c', id }, ['topics']).keys()];
    expect(keys('chat/1')).toEqual(['r/c/chat/1/0-5']);
    expect(keys('talk/1')).toEqual([]);
  });
});
