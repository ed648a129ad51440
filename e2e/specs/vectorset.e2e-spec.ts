import { listVectorsets, addVectorset, deleteVectorset, listProcessingStatus } from '@lectern/contracts/knowledge-box';
import { findParagraphs } from '@lectern/contracts/search';
import { type KnowledgeBoxClient, textsOf, until } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const idsOf = async (kb: KnowledgeBoxClient) => (await kb.api(listVectorsets)).vectorsets.map(({ id }) => id);
const target = (id: string) => ({ params: { vectorset_id: id } });

inStandalone('vectorsets, %s', (mode) => {
  it('debug', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const [first = ''] = await idsOf(kb);
    const other = first === 'lexical' ? 'minilm-l6' : 'lexical';
    console.log(first, other);
    await kb.createResource({ texts: { a: { body: 'The ferry leaves at noon.' } } }, { wait: 'embedded' });
    console.log(await kb.api(addVectorset, target(other)));
    const filled = async () => {
      const l = await kb.api(listVectorsets);
      console.log(JSON.stringify([l, (await kb.api(listProcessingStatus)).waiting.meaning]));
      return l.vectorsets.every(({ waiting }) => waiting === undefined) ? true : undefined;
    };
    await until(filled, 'filled');
    const body = { query: 'when does the ferry leave', vectorset: other, features: ['semantic'] as const, min_score: { semantic: 0.05 } };
    console.log(textsOf((await kb.api(findParagraphs, { body: {...body, features: ['semantic']} })).results));
    await kb.api(deleteVectorset, target(first));
    console.log(await idsOf(kb));
    const refusal = await kb.api(deleteVectorset, target(other)).catch((e) => e);
    console.log(refusal);
  });
});
