// Tools that suites use and that are no packages: the runner fetches those of the suites that it runs. A tool that
// cannot be had is no failure: its suites are skipped, and say so. Plain Node 20, before anything is installed.
import { kindOf } from './suites.mjs';
import { isTest } from './source-graph.mjs';

const server = (name) => ['tools/servers.mjs', name];

/**
 * Per tool: the program that puts it in its place, and what the own files of a suite that uses it contain. Those that
 * need the build are made after it.
 */
export const tools = {
  models: { obtain: ['tools/models.mjs'], used: /\bdefaultModelsFolder\b|'\.models'/ },
  'converted-models': {
    obtain: ['tools/converted-models.mjs'],
    used: /converted-models|\be5-/,
    needsBuild: true,
  },
  'nats-server': { obtain: server('nats-server'), used: /\bfindNatsServer\b|'nats-server'/ },
  qdrant: { obtain: server('qdrant'), used: /\bfindQdrant\b/ },
  opensearch: { obtain: server('opensearch'), used: /\bfindOpenSearch\b/ },
  mariadbd: { obtain: server('mariadbd'), used: /\bfindMariadb\b/ },
  neo4j: { obtain: server('neo4j'), used: /\bfindNeo4j\b/ },
  weed: { obtain: server('weed'), used: /\bfindS3\b/ },
  'postgres-tools': { obtain: server('postgres-tools'), used: /'postgres-tools'/ },
  helm: { obtain: server('helm'), used: /'helm'/ },
  'kubernetes-schemas': { obtain: server('kubernetes-schemas'), used: /'kubernetes-schemas'/ },
  'python-tools': { obtain: ['tools/python-tools.mjs'], used: /\.cache\/python/ },
  llama: { obtain: ['tools/llama.mjs'], used: /\.cache\/llama/ },
};

/** What the deployments use that e2e specs share, by mode. */
const ofModes = {
  'distributed-embedded': ['nats-server'],
  distributed: ['nats-server', 'opensearch', 'qdrant', 'weed'],
};

/** Names of the tools that suites use. `modes` are those in which e2e specs run. */
export function toolsOf(suites, { all, modes }) {
  const found = new Set();
  for (const suite of suites) {
    const own = all.ownFiles(suite).filter((name) => isTest(name) && isRead(name) && all.graph.names.has(name));
    const text = own.map((name) => all.graph.text(name)).join('\n');
    for (const [name, { used }] of Object.entries(tools)) if (used.test(text)) found.add(name);
  }
  if (suites.some((suite) => kindOf(suite) === 'e2e'))
    for (const name of ['models', ...modes.flatMap((mode) => ofModes[mode] ?? [])]) found.add(name);
  return Object.keys(tools).filter((name) => found.has(name));
}

/** Servers are found where specs ask for them. */
const isRead = (name) => /\.[cm]?[jt]s$/.test(name) && !/^(libs\/testing\/|tools\/.*js$)/.test(name);
