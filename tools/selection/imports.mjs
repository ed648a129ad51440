// What source files import and name, read without a compiler. Plain Node 20, before anything is installed.

const importing = /\b(import|export)\s+(type\s+)?(?:([\w*\s{},$]+?)\s*from\s*)?'([^']+)'/g;
const loading = /\b(?:import|require|require\.resolve|jest\.\w+)(?:<[^()]*>)?\(\s*['"`]([^'"`$]+)['"`]/g;
const entering = /\bentryFile\(((?:[^()]|\([^()]*\))*),\s*'([^']+)'\)/g;
const declaring =
  /^export (?:declare |abstract |async |default )*(?:const|let|function\*?|class|interface|type|enum) +(\w+)/gm;
const passing = /^export [^;]*? from '[^']+';$/gm;
const quoted = /'([^'\n]*)'|`([^`]*)`/g;

/** `a, type B, c as d` in braces: each with its name in the other file and here. */
function namesIn(clause, withTypes) {
  const [, inside] = /\{([^}]*)\}/.exec(clause) ?? [];
  if (inside === undefined) return undefined;
  return inside
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && (withTypes || !part.startsWith('type ')))
    .map((part) => part.replace(/^type /, '').split(/\s+as\s+/))
    .map(([there, here = there]) => ({ there, here }));
}

/**
 * Imports of a text. Types are left out unless they are wanted, since nothing of them is left when the text runs.
 *
 * @returns per import the specifier, and the names that are taken; undefined names are all of them
 */
export function importsIn(text, { withTypes = false } = {}) {
  const found = [];
  for (const [, kind, isType, clause = '', specifier] of text.matchAll(importing)) {
    if ((isType && !withTypes) || (kind === 'export' && clause === '')) continue;
    const names = clause.includes('*') || /^\s*\w/.test(clause) ? undefined : namesIn(clause, withTypes);
    if (names?.length === 0) continue;
    const as = /\*\s*as\s+(\w+)/.exec(clause)?.[1];
    found.push({ specifier, names, isPassedOn: kind === 'export', as });
  }
  for (const [, specifier] of text.matchAll(loading)) found.push({ specifier });
  return found;
}

/** Names that a text declares and exports. */
export function declaredIn(text) {
  return [...text.matchAll(declaring)].map(([, name]) => name);
}

/** Whether a text only passes on what others declare. */
export function isBarrel(text) {
  const code = text.replace(/\/\*[^]*?\*\/|^ *\/\/[^\n]*/gm, '');
  return passing.test(code) && /^(\s*import '[^']+';)*\s*$/.test(code.replace(passing, ''));
}

/** Files that a text starts as processes or threads: how the caller names the folder, and the name of the file. */
export function entriesIn(text) {
  return [...text.matchAll(entering)].map(([, folder, name]) => ({ folder, name }));
}

/** Quoted texts that may be paths; of a template the folders before its first value. */
export function pathsIn(text) {
  return [...text.matchAll(quoted)].flatMap(([, plain, template]) => {
    const path = plain ?? template.replace(/\/[^/]*\$\{[^]*$/, '');
    return /^[\w@./-]+$/.test(path) ? [path.replace(/\/$/, '')] : [];
  });
}
