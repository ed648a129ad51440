import type { GraphNode, GraphPath } from '@lectern/contracts/knowledge-box';
import { pictureOf } from './graph-layout';
import { factsOf } from './graph-parts';
import { graphSearch, namedNode, searchOf } from './graph-search';

const person = (value: string): GraphNode => ({ value, type: 'entity', group: 'PERSON' });
const resource = (value: string): GraphNode => ({ value, type: 'resource', group: '' });
const edge = (source: GraphNode, destination: GraphNode, label = '', paragraph: string | null = null): GraphPath => ({
  source,
  destination,
  relation: { label, type: label === '' ? 'ENTITY' : 'OTHER' },
  metadata: { field_id: null, paragraph_id: paragraph },
  score: 1,
});
const [ada, mary, bo] = ['Ada', 'Mary', 'Bo'].map(person) as [GraphNode, GraphNode, GraphNode]; // three names

describe('a name in the graph', () => {
  const edges = [
    edge(mary, ada, 'taught', 'r1/t/body/0-9'),
    edge(resource('r1'), ada, '', 'r1/t/body/0-9'),
    edge(resource('r1'), ada, '', 'r1/t/body/9-20'),
    edge(resource('r2'), ada),
  ];
  const beside = [edge(resource('r1'), bo), edge(resource('r2'), bo), edge(resource('r2'), mary)];
  const facts = factsOf(ada, edges, beside);

  it('has relations in both directions, with the passages that say so', () => {
    expect(facts.relations).toEqual([
      { key: '0', other: mary, label: 'taught', isOutward: false, paragraph: 'r1/t/body/0-9' },
    ]);
  });

  it('is mentioned once by each resource, at the first passage', () => {
    expect(facts.mentions).toEqual([
      { rid: 'r1', paragraph: 'r1/t/body/0-9' },
      { rid: 'r2', paragraph: undefined },
    ]);
  });

  it('has names beside it, those of most resources first', () => {
    expect(facts.beside.map(({ node, count }) => [node.value, count])).toEqual([
      ['Bo', 2],
      ['Mary', 1],
    ]);
  });

  it('is drawn with them inside the picture, each once', () => {
    const { nodes, lines, width, height } = pictureOf(ada, facts);
    expect(nodes.map(({ node }) => node.value)).toEqual(['Ada', 'Mary', 'Bo']);
    expect(nodes.every(({ x, y }) => x > 0 && x < width && y > 0 && y < height)).toBe(true);
    expect(lines.map(({ isStated }) => isStated)).toEqual([true, false]);
  });

  it('is in the address of the page', () => {
    expect(searchOf(ada)).toEqual({ value: 'Ada', group: 'PERSON' });
    expect(namedNode(graphSearch({ ...searchOf(resource('r1')) }))).toEqual(resource('r1'));
    expect(namedNode(graphSearch({ value: 1842, type: 'odd' }))).toEqual({ value: '1842', type: 'entity', group: '' });
    expect(namedNode(graphSearch({}))).toBeUndefined();
  });
});
