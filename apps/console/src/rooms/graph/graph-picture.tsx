import type { GraphNode } from '@lectern/contracts/knowledge-box';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useKbid } from '../../data/kbid';
import { keyOf } from './graph';
import { PICTURE, pictureOf } from './graph-layout';
import type { NodeFacts } from './graph-parts';
import { searchOf } from './graph-search';

interface GraphPictureViewProps {
  readonly center: GraphNode;
  readonly facts: NodeFacts;
}

const LABEL_CHARS_MAX = 22;

/** A node and what is around it, as a picture; the lists below it say the same, with links for the keyboard. */
export function GraphPictureView({ center, facts }: GraphPictureViewProps) {
  const { t } = useTranslation('graph');
  const kbid = useKbid();
  const navigate = useNavigate();
  const { nodes, lines } = useMemo(() => pictureOf(center, facts), [center, facts]);
  const go = (node: GraphNode) => void navigate({ to: '/boxes/$kbid/graph', params: { kbid }, search: searchOf(node) });
  return (
    <svg
      className="graph-picture"
      viewBox={`0 0 ${PICTURE.width} ${PICTURE.height}`}
      role="img"
      aria-label={t('picture', { name: center.value, count: nodes.length - 1 })}
    >
      {lines.map(({ from, to, isStated }) => (
        <line
          key={keyOf(to.node)}
          x1={from.x}
          y1={from.y}
          x2={to.x}
          y2={to.y}
          className={isStated ? 'graph-line stated' : 'graph-line'}
        />
      ))}
      {nodes.map(({ node, isCenter, x, y }) => (
        <g
          key={keyOf(node)}
          className={isCenter ? 'graph-node is-center' : 'graph-node'}
          onClick={isCenter ? undefined : () => go(node)}
        >
          <title>{node.value}</title>
          <circle cx={x} cy={y} r={isCenter ? 12 : 8} />
          <text x={x} y={y + (isCenter ? 28 : 22)} textAnchor="middle">
            {shortened(node.value)}
          </text>
        </g>
      ))}
    </svg>
  );
}

function shortened(text: string): string {
  const letters = [...text];
  return letters.length > LABEL_CHARS_MAX ? `${letters.slice(0, LABEL_CHARS_MAX - 1).join('')}…` : text;
}
