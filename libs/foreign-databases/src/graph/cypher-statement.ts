import { StatementProblem } from '../statement/statement-problem';

/**
 * Checks queries in Cypher by their tokens. The parser of Neo4j's editor is a preview, and other databases speak
 * dialects of the language; so the check is narrower than any of them: it refuses words that change something, even
 * where they are names, every procedure, and every function that it does not know. The database refuses writes, too,
 * because of the access mode of the session.
 */
const beginnings = new Set(['match', 'optional', 'with', 'unwind', 'return']);
/** Words of clauses that change, call or load something, or choose another graph. */
const forbidden = new Set(
  (
    'alter call commit create csv cypher delete deny detach drop explain finish foreach grant insert let load merge ' +
    'nodetach periodic profile remove revoke set show terminate use using yield'
  ).split(' '),
);
const functions = new Set(
  (
    'abs acos all any asin atan atan2 avg ceil char_length character_length coalesce collect cos cot count date date.truncate ' +
    'datetime datetime.truncate degrees duration duration.between duration.indays duration.inmonths elementid endnode e ' +
    'exists exp floor haversin head id isempty keys labels last left length localdatetime localtime log log10 lower ' +
    'ltrim max min nodes none nullif percentilecont percentiledisc pi point point.distance properties radians range ' +
    'reduce relationships replace reverse right round rtrim sign sin single size split sqrt startnode stdev stdevp ' +
    'substring sum tail tan time toboolean tofloat tointeger tolower tostring toupper trim type upper valuetype'
  ).split(' '),
);
/** Words that stand before a parenthesis without being functions. */
const keywords = new Set(
  (
    'match where and or xor not in with return as distinct case when then else contains starts ends is on union unwind ' +
    'by limit skip order optional shortestpath allshortestpaths'
  ).split(' '),
);

type Token = { readonly kind: 'word' | 'quoted' | 'sign'; readonly text: string };

const TOKEN = new RegExp(
  [
    String.raw`(?<space>\s+)`,
    String.raw`(?<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")`,
    String.raw`(?<quoted>\x60(?:[^\x60]|\x60\x60)*\x60)`,
    String.raw`(?<number>\d[\w.]*(?<!\.))`,
    String.raw`(?<word>[\p{L}_][\p{L}\p{N}_]*)`,
    String.raw`(?<sign>[-+*/%^=~<>!()[\]{},.:|&])`,
  ].join('|'),
  'suy',
);

/**
 * Names that a query may mean by labels and types of relationships.
 *
 * @throws StatementProblem when it is not one query, or uses what is not allowed
 */
export function namesInCypher(statement: string): ReadonlySet<string> {
  if (/\\u/i.test(statement)) throw new StatementProblem('Escapes of characters (\\u) are not allowed');
  const tokens = tokensOf(statement.replace(/[\s;]+$/, ''));
  const [first] = tokens;
  if (first?.kind !== 'word' || !beginnings.has(first.text.toLowerCase()))
    throw new StatementProblem('A query begins with MATCH, OPTIONAL MATCH, WITH, UNWIND or RETURN');
  const names = new Set<string>();
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'sign') continue;
    if (token.kind === 'word') checkWord(tokens, at);
    else if (tokens[at + 1]?.text === '(') throw new StatementProblem('Quoted functions are not allowed');
    if (isType(tokens, at)) names.add(token.text);
  }
  if (!tokens.some(({ kind, text }) => kind === 'word' && text.toLowerCase() === 'return'))
    throw new StatementProblem('A query ends with RETURN');
  return names;
}

function tokensOf(statement: string): readonly Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < statement.length; at = TOKEN.lastIndex) {
    if (/^\/[/*]/.test(statement.slice(at, at + 2))) throw new StatementProblem('Comments are not allowed');
    const groups = TOKEN.exec(statement)?.groups;
    if (!groups) throw new StatementProblem(`${JSON.stringify(statement.charAt(at))} is not allowed`);
    const { quoted, word, sign } = groups;
    if (word !== undefined) tokens.push({ kind: 'word', text: word });
    if (quoted !== undefined) tokens.push({ kind: 'quoted', text: quoted.slice(1, -1).replaceAll('``', '`') });
    if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
  }
  return tokens;
}

function checkWord(tokens: readonly Token[], at: number): void {
  const word = tokens[at]?.text.toLowerCase() ?? '';
  if (forbidden.has(word)) throw new StatementProblem(`${word.toUpperCase()} is not allowed`);
  if (tokens[at + 1]?.text !== '(' || keywords.has(word)) return;
  const name = isMember(tokens, at) ? `${tokens[at - 2]?.text.toLowerCase()}.${word}` : word;
  const isLonger = isMember(tokens, at) && isMember(tokens, at - 2);
  if (isLonger || !functions.has(name)) throw new StatementProblem(`The function ${name} is not allowed`);
}

function isMember(tokens: readonly Token[], at: number): boolean {
  return tokens[at - 1]?.text === '.';
}

/** After a colon, or another type of the same place. */
function isType(tokens: readonly Token[], at: number): boolean {
  return (
    /^[:|&!]$/.test(tokens[at - 1]?.text ?? '') ||
    (tokens[at - 1]?.text === '(' && /^[:|&!]$/.test(tokens[at - 2]?.text ?? ''))
  );
}
