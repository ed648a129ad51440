// Which programs run what changed: `npm run dev` starts them again.
import { changedWith, SourceGraph } from './source-graph.mjs';

const sourceOf = (file) => file.replace(/\.js$/, '.ts');

/**
 * @param apps names of folders below `apps`
 * @param changed files by path from the root, or from the build
 */
export function appsOf(root, apps, changed) {
  const graph = new SourceGraph(root);
  const nodes = changed.map(sourceOf).flatMap(changedWith);
  return apps.filter((app) => {
    const closure = graph.closure([`apps/${app}/src/main.ts`]);
    return nodes.some((node) => closure.has(node));
  });
}
