import { validate } from '@lectern/contracts/core';
import type { ConversationMessage } from '@lectern/contracts/knowledge-box';
import { MemoryOperation } from '@lectern/contracts/understanding';
import { JsonWriter, textOf } from './json-writer.fixture';
import { remembered } from './memory-agent';
import { entryOf, factMessages, type MemoryEntry, type MemoryFact, unreadEntries } from './memory-facts';
import { factsByRule } from './rule-facts';

const operation = (members: object = {}) => validate(MemoryOperation, { ident: 'memory', ...members });
const entry = (id: string, text: string, members: Partial<MemoryEntry> = {}): MemoryEntry => {
  return { id, who: 'ann', text, context: [], ...members };
};
const message = (ident: string, content: object) => {
  const whole = { format: 'JSON', attachments: [], attachments_fields: [], ...content };
  return {
    ident,
    who: 'ann',
    to: [],
    timestamp: null,
    type: 'UNSET',
    content: whole,
  } as unknown as ConversationMessage;
};
const texts = (facts: readonly MemoryFact[]) => facts.map(({ text }) => text);

describe('entries of a memory', () => {
  it('are objects with a text and its context, or plain texts', () => {
    const object = { text: 'I like tea', reasoning: '', context: [{ author: 'SVC', text: 'What do you like?' }] };
    expect(entryOf(message('1', { text: JSON.stringify(object) }))).toEqual({
      id: '1',
      who: 'ann',
      text: 'I like tea',
      context: ['SVC: What do you like?'],
    });
    expect(entryOf(message('2', { text: 'I like tea', format: 'PLAIN' }))?.text).toBe('I like tea');
  });

  it.each(['', '{', '[]', '{"text": 1}', '{"text": ""}'])('without a text, such as %j, are left out', (text) => {
    expect(entryOf(message('1', { text }))).toBeUndefined();
  });

  it('that a fact names, and those before them, were read before', () => {
    const entries = ['1', '2', '3'].map((id) => entry(id, 'x'));
    const fact = { id: 'f', text: 'x', reasoning: '', entries: ['2'] };
    expect(unreadEntries(entries, [fact]).map(({ id }) => id)).toEqual(['3']);
    expect(unreadEntries(entries, [])).toHaveLength(3);
  });
});

describe('facts by rule', () => {
  it('are statements about the speaker and about names, and no questions', () => {
    const entries = [entry('1', 'I live in Paris. What time is it? The weather is nice. Ada works at Acme Corp.')];
    expect(texts(factsByRule([], entries))).toEqual(['I live in Paris.', 'Ada works at Acme Corp.']);
  });

  it('are kept once, with all entries that state them', () => {
    const facts = factsByRule([], [entry('1', 'I live in Paris.'), entry('2', 'I live in Paris.')]);
    expect(facts).toMatchObject([{ text: 'I live in Paris.', entries: ['1', '2'] }]);
  });

  it('are changed by a later statement with the same words about another name, and keep their id', () => {
    const [first] = factsByRule([], [entry('1', 'I live in Paris.')]);
    const after = factsByRule(first ? [first] : [], [entry('2', 'I live in Berlin.')]);
    expect(after).toEqual([
      { id: first?.id, text: 'I live in Berlin.', reasoning: expect.stringContaining('by rule'), entries: ['1', '2'] },
    ]);
  });

  it('about two people do not replace each other', () => {
    const facts = factsByRule([], [entry('1', 'Ada works at Acme Corp.'), entry('2', 'Grace works at Globex Corp.')]);
    expect(texts(facts)).toEqual(['Ada works at Acme Corp.', 'Grace works at Globex Corp.']);
  });
});

describe('facts by a model', () => {
  const paris: MemoryFact = { id: 'fact-1', text: 'Ann lives in Paris.', reasoning: 'She says so', entries: ['1'] };
  const keep = async (facts: readonly object[], known: readonly MemoryFact[] = [paris]) => {
    const writer = new JsonWriter(() => ({ facts }));
    const entries = [entry('1', 'I live in Paris'), entry('2', 'I moved to Berlin')];
    const found = await remembered(operation({ rules: ['Keep places'] }), textOf('x'), {
      model: writer.agent,
      conversation: { entries, facts: known },
    });
    return { found, prompts: writer.prompts };
  };
  const change = {
    action: 'update',
    id: 'fact-1',
    text: 'Ann lives in Berlin.',
    reasoning: 'She moved',
    entries: ['2'],
  };

  it('are changed instead of repeated, and only unread entries are shown to it', async () => {
    const { found, prompts } = await keep([change]);
    expect(found.conversations).toEqual([
      {
        destination: 'facts-memory',
        messages: factMessages([
          { ...paris, text: 'Ann lives in Berlin.', reasoning: 'She moved', entries: ['1', '2'] },
        ]),
      },
    ]);
    expect(prompts).toHaveLength(1);
    expect(prompts[0]).toContain('I moved to Berlin');
    expect(prompts[0]).toContain('- Keep places');
    expect(prompts[0]).not.toContain('"I live in Paris"');
  });

  it('are taken back when they are no longer so, and entries that it invents are not named', async () => {
    const added = { action: 'add', id: '', text: 'Ann has a cat.', reasoning: 'r', entries: ['2', 'invented'] };
    const { found } = await keep([{ action: 'delete', id: 'fact-1', text: '', reasoning: '', entries: [] }, added]);
    const [facts] = found.conversations ?? [];
    expect(facts?.messages.map(({ text }) => JSON.parse(text))).toEqual([
      { text: 'Ann has a cat.', reasoning: 'r', related_entry_ids: ['2'] },
    ]);
  });

  it('stay as they are without unread entries: the model is not asked', async () => {
    const writer = new JsonWriter(() => ({ facts: [] }));
    const conversation = { entries: [entry('1', 'I live in Paris')], facts: [paris] };
    const found = await remembered(operation(), textOf('x'), { model: writer.agent, conversation });
    expect([writer.prompts, found.conversations?.[0]?.messages]).toEqual([[], factMessages([paris])]);
  });
});

describe('the graph of a memory', () => {
  it('carries the id of its task, also by rule', async () => {
    const field = textOf('Ada Lovelace works at Acme Corp in London.');
    const conversation = { entries: [entry('1', 'Ada Lovelace works at Acme Corp in London.')], facts: [] };
    const found = await remembered(operation({ graph_extraction: true }), field, { model: undefined, conversation });
    expect(Object.keys(found.entities)).toEqual(['memory-graph-memory']);
    expect(found.relations[0]).toMatchObject({
      label: 'works for',
      from: { value: 'Ada Lovelace', type: 'entity' },
      to: { value: 'Acme Corp', type: 'entity' },
      metadata: { data_augmentation_task_id: 'memory-graph-memory' },
    });
  });
});
