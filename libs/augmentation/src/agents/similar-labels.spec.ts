import { AppError, validate } from '@lectern/contracts/core';
import { AgentParameters } from '@lectern/contracts/understanding';
import { LexicalEmbedder } from '../../../models/src/lexical/lexical-embedder';
import { textOf } from './json-writer.fixture';
import { type OwnTexts, sampleOf, similarLabels } from './similar-labels';

const waters = ['waves of the sea', 'tides and waves', 'the sea at low tide'];
const operationOf = (members: object = {}) => {
  const labels = [
    { label: 'sea', description: 'tides and waves of the sea' },
    { label: 'bread', description: 'bakery, flour and dough', examples: ['knead the dough', 'flour for the bread'] },
  ];
  const { operations } = validate(AgentParameters, {
    name: 'mine',
    on: 1,
    operations: [{ label: { ident: 'topic', labels, ...members } }],
  });
  return operations[0]?.label ?? { ident: '', labels: [], multiple: false };
};

describe('labels by similarity', () => {
  const embedder = new LexicalEmbedder();
  const { signal } = new AbortController();
  const by = { embedder, signal };
  const labelsOf = async (text: string, members: object = {}, own?: OwnTexts) => {
    const { found, how } = await similarLabels(operationOf(members), textOf(text), { ...by, own, on: 'text' });
    return { labels: found.classifications.map(({ label }) => label), how };
  };

  it('are given by descriptions and examples: the closest one, or all; none to other texts', async () => {
    expect((await labelsOf('waves of the sea at high tide')).labels).toEqual(['sea']);
    expect((await labelsOf('flour for the dough of the bread')).labels).toEqual(['bread']);
    expect((await labelsOf('The committee postponed the vote on its budget.')).labels).toEqual([]);
    const both = 'tides and waves of the sea, flour and dough of the bread';
    expect((await labelsOf(both)).labels).toHaveLength(1);
    expect((await labelsOf(both, { multiple: true })).labels.toSorted()).toEqual(['bread', 'sea']);
  });

  it('say how they were made', async () => {
    expect((await labelsOf('the sea')).how).toBe(
      'label: by closeness of meaning to descriptions and 2 examples, compared with that of unrelated texts, ' +
        'without a language model',
    );
    const own = { key: 'box', read: async () => Array.from({ length: 40 }, (_, i) => `${waters[i % 3]} ${i}`) };
    expect((await labelsOf('the sea', {}, own)).how).toContain('with that of other texts of the knowledge box');
  });

  it('read texts of the box once, and again when that failed', async () => {
    const reads: string[] = [];
    const own: OwnTexts = {
      key: 'other box',
      read: async (on) => {
        reads.push(on);
        if (reads.length === 1) throw new AppError('unavailable', 'Down');
        return waters;
      },
    };
    const [first, second] = await Promise.allSettled(['sea', 'tide'].map((text) => labelsOf(text, {}, own)));
    // The second one waited for the first, which failed.
    expect([first?.status, second?.status]).toEqual(['rejected', 'fulfilled']);
    await labelsOf('the dough', {}, own);
    expect(reads).toEqual(['text', 'text']);
  });

  it('are given to each paragraph', async () => {
    const text = textOf('The committee voted.', 'knead the dough of the bread');
    const { found } = await similarLabels(operationOf(), text, { ...by, on: 'paragraphs' });
    expect(found.paragraphs).toEqual([{ key: '1', classifications: [{ labelset: 'topic', label: 'bread' }] }]);
  });

  it('are none where none are defined', async () => {
    expect((await labelsOf('the sea', { labels: [] })).labels).toEqual([]);
  });

  it('are compared with the beginning of other texts, or with a paragraph of their middle', () => {
    const text = textOf('First.', 'The 🌊 one.', 'Last.');
    expect(sampleOf(text, 'paragraphs')).toEqual(['The 🌊 one.']);
    expect(sampleOf(text, 'text')).toEqual([text.text]);
    expect(sampleOf(textOf(), 'paragraphs')).toEqual([]);
  });
});
