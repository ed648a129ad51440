import type { Found, MessageMetadata } from '@lectern/augmentation';
import { augmentedMetadata, bytesOfFindings, messageFindings, foundParagraphId } from './message-findings';

const at = { seconds: 0, nanos: 0 };
const nothing: Found = {
  classifications: [],
  paragraphs: [],
  entities: {},
  relations: [],
  questions: [],
  texts: [],
};
const work = { letter: 't', id: 'body' } as const;
const piece = { rid: 'r', work };

function metadataOf(...spans: readonly (readonly [number, number])[]): MessageMetadata {
  return {
    links: [],
    ner: {},
    classifications: [{ labelset: 'own', label: 'given' }],
    language: 'en',
    summary: '',
    mime_type: 'text/plain',
    positions: {},
    entities: { processor: { entities: [] } },
    last_index: at,
    last_understanding: at,
    last_extract: at,
    last_summary: at,
    last_processing_start: at,
    paragraphs: spans.map(([start, end]) => ({
      start,
      end,
      start_seconds: [],
      end_seconds: [],
      kind: 0,
      classifications: [],
      sentences: [],
    })),
  };
}

const whole = (metadata: MessageMetadata) => ({ metadata, split_metadata: {} });
const label = { labelset: 'topic', label: 'sea' };

describe('The findings of agents in a message', () => {
  it('name paragraphs as knowledge boxes do, with the message of a conversation', () => {
    expect(foundParagraphId(piece, { start: 0, end: 5 })).toBe('r/t/body/0-5');
    expect(foundParagraphId({ ...piece, ident: 'm1' }, { start: 0, end: 5 })).toBe('r/t/body/m1/0-5');
    expect(foundParagraphId({ ...piece, ident: '' }, { start: 0, end: 5 })).toBe('r/t/body//0-5');
  });

  it('add their labels to those of the caller', () => {
    const extras = messageFindings(piece, { ...nothing, classifications: [label] });
    const { metadata } = augmentedMetadata(whole(metadataOf([0, 5])), extras);
    expect(metadata.classifications).toEqual([{ labelset: 'own', label: 'given' }, label]);
  });

  it('label exactly the paragraph that they were found in', () => {
    const paragraphs = [{ key: 'r/t/body/5-9', classifications: [label] }];
    const extras = messageFindings(piece, { ...nothing, paragraphs });
    const { metadata } = augmentedMetadata(whole(metadataOf([0, 5], [5, 9])), extras);
    expect(metadata.paragraphs.map(({ classifications }) => classifications)).toEqual([[], [label]]);
  });

  it('label the paragraph of one message, though others have the same positions', () => {
    const paragraphs = [{ key: 'r/t/body/m2/0-5', classifications: [label] }];
    const extras = messageFindings(piece, { ...nothing, paragraphs });
    const splits = { m1: metadataOf([0, 5]), m2: metadataOf([0, 5]) };
    const { split_metadata } = augmentedMetadata({ metadata: metadataOf(), split_metadata: splits }, extras);
    expect(split_metadata['m1']?.paragraphs[0]?.classifications).toEqual([]);
    expect(split_metadata['m2']?.paragraphs[0]?.classifications).toEqual([label]);
  });

  it('keep the names that processing found beside those of each agent', () => {
    const entities = { people: [{ text: 'Ada', label: 'PERSON', positions: [] }] };
    const extras = messageFindings(piece, { ...nothing, entities });
    const { metadata } = augmentedMetadata(whole(metadataOf([0, 5])), extras);
    expect(Object.keys(metadata.entities)).toEqual(['processor', 'people']);
    expect(metadata.entities['people']?.entities).toEqual(entities.people);
  });

  it('leave the given metadata unchanged', () => {
    const given = whole(metadataOf([0, 5]));
    const before = structuredClone(given);
    augmentedMetadata(given, messageFindings(piece, { ...nothing, classifications: [label] }));
    expect(given).toEqual(before);
  });

  it('make fields that are named after their destination and the field that they were made of', () => {
    const texts = [
      { destination: 'place', body: 'In Brest.', format: 'PLAIN' } as const,
      { destination: 'facts', body: '{}', format: 'JSON' } as const,
    ];
    const extras = messageFindings(piece, { ...nothing, texts });
    expect(Object.keys(extras.texts)).toEqual(['da-place-t-body', 'da-facts-t-body']);
  });

  it('have no bytes beside the metadata where there are neither texts nor questions', () => {
    expect(bytesOfFindings(messageFindings(piece, { ...nothing, classifications: [label] }))).toBe(0);
    expect(messageFindings(piece, nothing)).not.toHaveProperty('questions');
  });
});
