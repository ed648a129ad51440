import type { GraphNode } from '@lectern/contracts/knowledge-box';
import { Link } from '@tanstack/react-router';
import { useKbid } from '../../data/kbid';
import { searchOf } from './graph-search';

/** The way to what is around a node. */
export function NodeLink({ node }: { readonly node: GraphNode }) {
  const kbid = useKbid();
  return (
    <Link to="/boxes/$kbid/graph" params={{ kbid }} search={searchOf(node)} className="node-link">
      <span dir="auto">{node.value}</span>
      {node.group !== '' && (
        <span className="node-group" lang="en">
          {node.group.toLowerCase()}
        </span>
      )}
    </Link>
  );
}
