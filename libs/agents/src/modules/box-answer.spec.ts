import type { AskItem, FindResults } from '@lectern/contracts/search';
import { foundInBox } from './box-answer';
import type { BoxSource } from '../engine/module-sources';

const id = 'rid/t/body/0-5';
const paragraph = { id, text: 'Tides', labels: [], position: { page_number: 2 } };
// The members that are read.
const results = {
  resources: { rid: { id: 'rid', title: 'Sea', fields: { '/t/body': { paragraphs: { [id]: paragraph } } } } },
} as unknown as FindResults;
const augmented = { paragraphs: { n: { id: 'rid/t/body/5-9', text: 'Moon', augmentation_type: 'neighbour' } } };
const items = [
  { type: 'retrieval', results, best_matches: [{ id }] },
  { type: 'augmented_context', augmented },
] as unknown as AskItem[];

async function metadataOf(given: Pick<BoxSource, 'identifier'> & { readonly kbid?: string }) {
  const ask = async function* () {
    yield* items;
  };
  // A box that is only asked.
  const box = { ...given, ask } as unknown as BoxSource;
  const found = await foundInBox(box, { query: 'q', generate_answer: false }, { input: 0, output: 0 });
  return found?.chunks.map(({ source, metadata }) => [source, metadata]);
}

describe('texts that an agent found in a knowledge box', () => {
  it('name the box that is asked with the rights of the caller, who can open them there', async () => {
    expect(await metadataOf({ identifier: 'sea', kbid: 'b1' })).toEqual([
      ['sea', { page_number: 2, kbid: 'b1' }],
      ['sea', { augmentation_type: 'neighbour', kbid: 'b1' }],
    ]);
  });

  it('name no box that is asked with a key', async () => {
    expect(await metadataOf({ identifier: 'sea' })).toEqual([
      ['sea', { page_number: 2 }],
      ['sea', { augmentation_type: 'neighbour' }],
    ]);
  });
});
