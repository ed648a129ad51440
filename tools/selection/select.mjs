// Which suites a test command runs, in which modes, and with which tools. Plain Node 20, before anything is installed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baseOf, changedFiles, movedNames } from './changes.mjs';
import { toolsOf } from './needs.mjs';
import { readPassed, SuiteHashes } from './passed.mjs';
import { SourceGraph } from './source-graph.mjs';
import { isDecisive, isOfProduct, journeys, kindOf, Suites } from './suites.mjs';

const allModes = ['standalone', 'distributed-embedded', 'distributed'];
/** Options of Jest with a value of their own. */
const valued = new Set('-t --testNamePattern -w --maxWorkers --seed --shard --testTimeout --reporters -c'.split(' '));
const changedOption = /^--changed(?:=(.+))?$/;

/**
 * The arguments of a test command: patterns of paths, kinds of suites, the commit that changes count from, whether the
 * journeys run in any case, and options of Jest.
 */
export function parsed(args) {
  const result = { patterns: [], kinds: [], options: [], since: undefined, withJourneys: false };
  for (let at = 0; at < args.length; at++) {
    const arg = args[at];
    const [isChanged, ref = 'HEAD'] = changedOption.exec(arg) ?? [];
    if (isChanged !== undefined) result.since = ref;
    else if (arg === '--journeys') result.withJourneys = true;
    else if (arg === '--selectProjects') while (args[at + 1]?.startsWith('-') === false) result.kinds.push(args[++at]);
    else if (valued.has(arg)) result.options.push(arg, args[++at]);
    else (arg.startsWith('-') ? result.options : result.patterns).push(arg);
  }
  return result;
}

/** As Jest compares them: anywhere in the whole path, upper or lower case. */
function matching(suites, { patterns, kinds }, root) {
  const ofKind = suites.filter((suite) => kinds.length === 0 || kinds.includes(kindOf(suite)));
  if (patterns.length === 0) return ofKind;
  const tests = patterns.map((pattern) => new RegExp(pattern, 'i'));
  return ofKind.filter((suite) => tests.some((test) => test.test(join(root, suite))));
}

/** Libraries that know neither the bus nor a store: in which mode the product runs makes no difference to them. */
function isPlain(file, root) {
  const [, lib] = /^libs\/([a-z-]+)\//.exec(file) ?? [];
  return lib !== undefined && readFileSync(join(root, 'libs', lib, 'project.json'), 'utf8').includes('"type:plain"');
}

/** Modes of the deployments that e2e specs share; those that no chosen spec uses are not started. */
function modesOf(suites, { all, changed }) {
  const given = process.env.E2E_MODES;
  if (given) return given.split(',');
  const isAlone = (suite) => kindOf(suite) !== 'e2e' || all.isOfOneProcess(suite);
  // Journeys that nothing of theirs calls for run, too, in one process.
  if (suites.every((suite) => isAlone(suite) || (changed && journeys.includes(suite)))) return ['standalone'];
  const acting = changed?.filter((file) => isDecisive(file) || isOfProduct(file) || /^e2e\//.test(file)) ?? [];
  const isAllPlain = acting.length > 0 && acting.every((file) => isPlain(file, all.graph.root));
  return isAllPlain ? ['standalone'] : allModes;
}

/**
 * @param args of the command, those that it always has included
 * @returns `suites` that run; their `tools` and `modes`; arguments of Jest; what to say about the choice
 */
export function select(args, { root, all = new Suites(new SourceGraph(root)) }) {
  const given = parsed(args);
  if (given.since !== undefined) return selectChanged(given, { root, all });
  const suites = matching(all.all, given, root);
  return { all, suites, jest: args, notes: [], ...circumstances(suites, { all }) };
}

function circumstances(suites, { all, changed }) {
  const modes = modesOf(suites, { all, changed });
  return { modes, tools: toolsOf(suites, { all, modes }) };
}

function selectChanged(given, { root, all }) {
  const base = baseOf(root, given.since);
  const changed = changedFiles(root, base);
  const moved = movedNames({ root, base, graph: all.graph, changed });
  const isWanted = new Set([...all.touchedBy(changed, moved), ...(given.withJourneys ? journeys : [])]);
  const touched = matching(
    all.all.filter((suite) => isWanted.has(suite)),
    given,
    root,
  );
  const modes = modesOf(touched, { all, changed });
  const [hashes, passed] = [new SuiteHashes(all, modes), readPassed(root)];
  const suites = touched.filter((suite) => passed[suite] !== hashes.of(suite));
  const notes = [
    `${changed.length} files changed since ${given.since}: ${touched.length} of ${all.all.length} suites need them`,
    ...(suites.length < touched.length ? [`${touched.length - suites.length} have passed with these files`] : []),
  ];
  const jest = ['--runTestsByPath', ...suites, ...given.options];
  return { all, suites, jest, notes, ...circumstances(suites, { all, changed }) };
}

/** Of each suite that runs, for `passed.mjs`. */
export function hashesOf({ all, suites, modes }) {
  const hashes = new SuiteHashes(all, modes);
  return Object.fromEntries(suites.map((suite) => [suite, hashes.of(suite)]));
}
