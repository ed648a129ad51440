import type { GraphNode, GraphPath } from '@lectern/contracts/knowledge-box';
import { searchGraphNodes, searchGraphPaths } from '@lectern/contracts/search';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';

const NAMES_MAX = 30;
const EDGES_MAX = 100;
/** Resources whose other names are looked for. */
const RESOURCES_MAX = 20;

/** Names of a box: those that begin like a text, or those with the most edges. */
export const namesQuery = (kbid: string, typed: string) =>
  queryOptions({
    queryKey: ['box', kbid, 'graph', 'names', typed],
    queryFn: async ({ signal }) => {
      const named = typed === '' ? {} : { value: typed, match: 'fuzzy_words' };
      const body = { query: { prop: 'node', type: 'entity', ...named }, top_k: NAMES_MAX };
      return (await api.call(searchGraphNodes, { params: { kbid }, body, signal })).nodes;
    },
  });

const conditionOf = ({ value, type, group }: GraphNode) => ({ value, type, ...(group !== '' && { group }) });

/** Edges of a node, and the names in the resources that mention it. */
export const aroundQuery = (kbid: string, node: GraphNode) =>
  queryOptions({
    queryKey: ['box', kbid, 'graph', 'around', keyOf(node)],
    queryFn: async ({ signal }) => {
      const ask = async (query: object) =>
        (await api.call(searchGraphPaths, { params: { kbid }, body: { query, top_k: EDGES_MAX }, signal })).paths;
      const edges = await ask({ prop: 'path', source: conditionOf(node), undirected: true });
      const resources = edges.flatMap((edge) => otherEnd(edge, node)).filter(({ type }) => type === 'resource');
      const near = [...new Map(resources.map((one) => [one.value, one])).values()].slice(0, RESOURCES_MAX);
      if (near.length === 0) return { edges, beside: [] };
      const of = near.map(({ value }) => ({ prop: 'path', source: { value, type: 'resource' } }));
      const beside = await ask(of.length === 1 ? (of[0] ?? {}) : { or: of });
      return { edges, beside: beside.filter(({ destination }) => keyOf(destination) !== keyOf(node)) };
    },
  });

/** Names a node among others. */
export function keyOf({ type, group, value }: GraphNode): string {
  return [type, group, value].join(' ');
}

/** The other end of an edge; nothing where the edge is not one of the node. */
export function otherEnd({ source, destination }: GraphPath, node: GraphNode): readonly GraphNode[] {
  if (isSame(source, node)) return [destination];
  return isSame(destination, node) ? [source] : [];
}

/** A node in an address may have no group. */
function isSame(one: GraphNode, { type, group, value }: GraphNode): boolean {
  return one.type === type && one.value === value && (group === '' || one.group === group);
}
