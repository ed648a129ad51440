import { graphOf } from './graph-agent';
import { JsonWriter, textOf } from './json-writer.fixture';

const operation = { ident: 'people', entity_defs: [{ label: 'PERSON' }], examples: [] };

describe('the graph of a text', () => {
  it('has the entities that the text names, where it names them, and relations between these', async () => {
    const writer = new JsonWriter(() => ({
      entities: [
        { name: 'Ada', label: 'PERSON' },
        { name: 'Max', label: 'PERSON' },
        { name: 'London', label: 'CITY' },
        { name: 'Zoe', label: 'PERSON' },
      ],
      relations: [
        { source: 'Ada', target: 'Max', label: 'knows' },
        { source: 'Ada', target: 'Zoe', label: 'knows' },
        { source: 'Ada', target: 'Ada', label: 'is' },
      ],
    }));
    const found = await graphOf(operation, textOf('🌊 Ada met Max in London. Ada left.'), writer.agent);
    expect(found.entities).toEqual({
      people: [
        {
          text: 'Ada',
          label: 'PERSON',
          positions: [
            { start: 2, end: 5 },
            { start: 25, end: 28 },
          ],
        },
        { text: 'Max', label: 'PERSON', positions: [{ start: 10, end: 13 }] },
      ],
    });
    expect(found.relations).toMatchObject([
      {
        relation: 'ENTITY',
        label: 'knows',
        from: { value: 'Ada', type: 'entity', group: 'PERSON' },
        to: { value: 'Max' },
        metadata: { data_augmentation_task_id: 'people' },
      },
    ]);
  });
});
