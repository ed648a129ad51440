import type { GraphNode } from '@lectern/contracts/knowledge-box';
import { forceCenter, forceCollide, forceLink, forceManyBody, forceSimulation } from 'd3-force';
import { keyOf } from './graph';
import type { NodeFacts } from './graph-parts';

/** A node at its place in the picture. */
export interface PlacedNode {
  readonly node: GraphNode;
  readonly isCenter: boolean;
  readonly x: number;
  readonly y: number;
}

/** The picture of a node and what is around it. */
export interface GraphPicture {
  readonly nodes: readonly PlacedNode[];
  readonly lines: readonly { readonly from: PlacedNode; readonly to: PlacedNode; readonly isStated: boolean }[];
}

/** Of the picture, in its own units. */
export const PICTURE = { width: 720, height: 440 } as const;
const TICKS = 220;
const DRAWN_MAX = 24;

/** Places nodes so that they do not lie on each other. The same facts give the same picture. */
export function pictureOf(center: GraphNode, { relations, beside }: NodeFacts): GraphPicture {
  const stated = new Set(relations.map(({ other }) => keyOf(other)));
  const others = [...relations.map(({ other }) => other), ...beside.map(({ node }) => node)];
  const around = [...new Map(others.map((node) => [keyOf(node), node])).values()].slice(0, DRAWN_MAX);
  // The simulation writes places into these.
  const points = [center, ...around].map((node) => ({ node, x: 0, y: 0 }));
  const links = around.map((_, index) => ({ source: 0, target: index + 1 }));
  const spread = Math.min(PICTURE.width, PICTURE.height) / 3;
  forceSimulation(points)
    .force('charge', forceManyBody().strength(-420))
    .force('link', forceLink(links).distance(spread))
    .force('collide', forceCollide(34))
    .force('center', forceCenter(PICTURE.width / 2, PICTURE.height / 2))
    .stop()
    .tick(TICKS);
  const nodes = points.map(({ node, x, y }, index) => ({
    node,
    isCenter: index === 0,
    x: within(x, PICTURE.width, 70),
    y: within(y, PICTURE.height, 24),
  }));
  const [from] = nodes;
  const lines = from ? nodes.slice(1).map((to) => ({ from, to, isStated: stated.has(keyOf(to.node)) })) : [];
  return { nodes, lines };
}

function within(value: number, size: number, margin: number): number {
  return Math.round(Math.min(Math.max(value, margin), size - margin));
}
