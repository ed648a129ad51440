import { randomUUID } from 'node:crypto';
import type { InlineStrategies } from './field-strategies';
import { GivenStrategies } from './strategies.fixture';

const box = { account: randomUUID(), kbid: randomUUID() };
const inlineOf = (members: Partial<InlineStrategies>): InlineStrategies => ({
  extract: new Map(),
  split: new Map(),
  ...members,
});

describe('the strategies that a field names', () => {
  const strategies = new GivenStrategies();
  const manual = { name: 'stored', custom_split: 1, manual_split: { splitter: '##' } } as const;
  const split = strategies.addSplit(manual);
  const extract = strategies.addExtract({ name: 'eyes' });

  it('are found by their ids, however these are written', async () => {
    for (const id of [split, split.toUpperCase(), split.replaceAll('-', '')])
      expect((await strategies.fields.of({ ...box, split: id })).split?.config).toEqual(manual);
    expect(await strategies.fields.of({ ...box, extract })).toMatchObject({ extract: { config: { name: 'eyes' } } });
  });

  it('are none where it names none', async () => {
    expect(await strategies.fields.of(box)).toEqual({});
    expect(await strategies.fields.of({ ...box, extract: '', split: '' })).toEqual({});
  });

  it('that are not there are an error that says what to do', async () => {
    const id = randomUUID();
    for (const name of [id, 'no id'])
      expect((await strategies.fields.of({ ...box, extract: name })).problem).toEqual({
        code: 2,
        severity: 'ERROR',
        text: `There is no extract strategy ${name}: name another one or none, and process the field again`,
      });
    expect((await strategies.fields.of({ ...box, extract, split: id })).problem?.text).toContain(
      `split strategy ${id}`,
    );
  });

  it('are of one kind each', async () => {
    expect((await strategies.fields.of({ ...box, extract: split })).problem?.text).toContain('extract strategy');
  });

  it('are none for a caller without an account', async () => {
    expect((await strategies.fields.of({ kbid: box.kbid, split })).problem).toBeDefined();
  });

  it('may come with the request, under any name, and precede those that are stored', async () => {
    const own = { name: 'own', custom_split: 0 } as const;
    const inline = inlineOf({
      split: new Map([
        ['mine', own],
        [split, own],
      ]),
      generativeModel: 'writer',
    });
    for (const name of ['mine', split])
      expect(await strategies.fields.of({ ...box, split: name }, inline)).toEqual({
        extract: undefined,
        split: { id: name, config: own, keys: {} },
        generativeModel: 'writer',
      });
  });

  it('are stored ones where the request brings others', async () => {
    const inline = inlineOf({ extract: new Map([['mine', { name: 'own' }]]) });
    const chosen = await strategies.fields.of({ ...box, extract: 'mine', split }, inline);
    expect([chosen.extract?.config.name, chosen.split?.config.name]).toEqual(['own', 'stored']);
  });
});
