import { reprocessField } from '@lectern/contracts/knowledge-box';
import {
  addExtractStrategy,
  addKnowledgeBoxExtractStrategy,
  addKnowledgeBoxSplitStrategy,
  addModelsConfiguration,
  addSplitStrategy,
  disableExtractStrategy,
  disableKnowledgeBoxExtractStrategy,
  disableKnowledgeBoxSplitStrategy,
  disableSplitStrategy,
  getExtractStrategy,
  getKnowledgeBoxExtractStrategy,
  getKnowledgeBoxSplitStrategy,
  getSplitStrategy,
  listExtractStrategies,
  listKnowledgeBoxExtractStrategies,
  listKnowledgeBoxSplitStrategies,
  listSplitStrategies,
} from '@lectern/contracts/understanding';
import { Client, type KnowledgeBoxClient } from '../harness/client';
import { asRole, issueNuaKey, nuaKey } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { runningModes, server } from '../harness/modes';

/** Eleven blocks, as a caller wrote them. */
const blocks = Array.from({ length: 11 }, (_, at) => `Block ${at}. It has two sentences.`);
const TEXT = blocks.join('\n\n');
const manual = { name: 'blank lines', custom_split: 1, manual_split: { splitter: '\n\n' } } as const;

describe.each(runningModes())('strategies, %s', (mode) => {
  it('cut a text exactly where they say', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const { id } = await kb.api(addKnowledgeBoxSplitStrategy, { body: manual });
    const rid = await kb.createResource(
      { texts: { cut: { body: TEXT, split_strategy: id }, plain: { body: TEXT } } },
      { wait: 'searchable' },
    );
    const { data } = await kb.resource(rid, { show: ['values', 'extracted'], extracted: ['text', 'metadata'] });
    const { cut, plain } = data?.texts ?? {};
    expect(cut?.value).toMatchObject({ split_strategy: id, extract_strategy: '' });
    expect(cut?.extracted?.text?.text).toBe(TEXT);
    const found = cut?.extracted?.metadata?.metadata;
    expect(found?.paragraphs.map(({ start, end }) => TEXT.slice(start, end))).toEqual(blocks);
    expect(found?.strategies).toEqual({ split: { id, name: 'blank lines' } });
    expect(plain?.extracted?.metadata?.metadata.paragraphs).toHaveLength(1);
    expect(plain?.extracted?.metadata?.metadata).not.toHaveProperty('strategies');
  });
});
