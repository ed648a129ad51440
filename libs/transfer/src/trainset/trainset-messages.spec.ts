import type { ResourceEntity } from '@lectern/resource-store';
import type { LongField } from '@lectern/indexing';
import {
  batchMessage,
  fieldMessage,
  labelledMessage,
  paragraphMessage,
  questionMessage,
  tokensMessage,
} from './trainset-messages';

const hex = (message: Uint8Array) => Buffer.from(message).toString('hex');

const resource = {
  id: 'b0f1',
  slug: 'ferry',
  icon: 'text/plain',
  title: 'Fähre',
  summary: '',
  created: new Date('2026-05-04T10:00:00.250Z'),
  modified: new Date(-1_500),
  language: 'de',
  languages: ['de', 'en'],
  status: 'PROCESSED',
  hidden: true,
} as unknown as ResourceEntity;
const understood = {
  language: 'de',
  mimeType: 'text/plain',
  entities: ['GPE', 'ORG'].map((label) => ({ text: 'Kiel', label })),
};
const field = { letter: 't', id: 'body', understood } as unknown as LongField;

describe('messages of training sets', () => {
  it('have the bytes that were recorded, of paragraphs, labels and tokens', () => {
    const labels = [
      { labelset: 'topics', label: 'sea', origin: 'RESOURCE' },
      { labelset: '', label: '', origin: 'PARAGRAPH' },
    ] as const;
    expect(
      [
        paragraphMessage('b0f1/t/body/0-5', 'Fähre'),
        paragraphMessage('', ''),
        labelledMessage(['One.', ''], labels),
        tokensMessage(['Kiel', 'ist'], ['B-GPE', 'O']),
      ].map(hex),
    ).toEqual([
      '0a0f623066312f742f626f64792f302d35120646c3a4687265',
      '0a001200',
      '0a044f6e652e0a00120f0a06746f706963731203736561180212040a001200',
      '0a044b69656c0a036973741205422d47504512014f',
    ]);
  });

  it('have the bytes that were recorded, of questions and their answers', () => {
    const question = { text: 'Who?', language: 'en', paragraphs: ['p', ''] };
    const answer = { text: '', language: '', paragraphs: [] };
    expect(hex(questionMessage({ question, answer, isCancelled: true }))).toBe(
      '0a0f0a0457686f3f1202656e1a01701a0012001801',
    );
  });

  it('have the bytes that were recorded, of fields with all and with nothing', () => {
    const paragraphs = [
      { start: 0, end: 300, kind: 'TEXT' },
      { start: 301, end: 400, kind: 'TABLE' },
    ];
    expect(hex(fieldMessage({ resource, field, labels: ['/l/a/b'], text: 'Fähre', paragraphs }))).toBe(
      '1204623066311a04626f64792204746578742a062f6c2f612f6232080a0646c3a46872653a540a056665727279120a746578742f706c61696e1a0646c3a46872653a0b08a0dce1cf061080e59a77421108feffffffffffffffff011080cab5ee014a0e120264651a0264651a02656e2801620462306631a80201523b0a39120310ac02120808ad0210900328061a0b0a044b69656c12034750451a0b0a044b69656c12034f524752026465720a746578742f706c61696e',
    );
    const bare = { ...resource, slug: '', icon: '', status: 'PENDING', hidden: false, languages: [], language: '' };
    const nothing = { ...field, understood: { ...understood, entities: [], language: '', mimeType: '' } };
    expect(
      hex(
        fieldMessage({
          resource: bare as unknown as ResourceEntity,
          field: nothing as unknown as LongField,
          labels: [],
          text: '',
          paragraphs: [],
        }),
      ),
    ).toBe(
      '1204623066311a04626f64792204746578743a301a0646c3a46872653a0b08a0dce1cf061080e59a77421108feffffffffffffffff011080cab5ee014a0062046230663152020a00',
    );
  });

  it('follow their length in a batch', () => {
    expect(batchMessage([Uint8Array.from([1, 2]), new Uint8Array()]).map(hex)).toEqual(['00000006', '0a0201020a00']);
  });
});
