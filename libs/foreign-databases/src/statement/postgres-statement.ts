import { isObject } from '@lectern/contracts/core';
import type { TableName } from '../dialect';
import { allowedFunctions } from './allowed-functions';
import { StatementProblem } from './statement-problem';
import { NamedTables, visitNamedQueries } from './table-scope';

/** Nodes of the parser of PostgreSQL that a statement may have; everything else is refused. */
const nodes = new Set(
  (
    'A_ArrayExpr A_Const A_Expr A_Indices A_Indirection A_Star Alias BitString BoolExpr Boolean BooleanTest CaseExpr ' +
    'CaseWhen CoalesceExpr CollateClause ColumnRef CommonTableExpr Float FuncCall GroupingFunc GroupingSet Integer ' +
    'JoinExpr List MinMaxExpr NullTest RangeFunction RangeSubselect RangeVar ResTarget RowExpr SQLValueFunction ' +
    'SelectStmt SortBy String SubLink TypeCast TypeName WindowDef'
  ).split(' '),
);
const operators = new Set(
  (
    '= <> != < > <= >= + - * / % ^ || ~ ~* !~ !~* ~~ ~~* !~~ !~~* & | # << >> -> ->> #> #>> @> <@ ? ?| ?& && @@ @? ' +
    '|/ ||/ @ <-> ~>=~ BETWEEN'
  )
    .split(' ')
    .concat('NOT BETWEEN', 'BETWEEN SYMMETRIC', 'NOT BETWEEN SYMMETRIC'),
);
const types = new Set(
  (
    'bool boolean int2 int4 int8 smallint integer int bigint float4 float8 real numeric decimal text varchar bpchar char ' +
    'name date time timetz timestamp timestamptz interval json jsonb uuid bytea inet cidr tsvector tsquery bit varbit money'
  ).split(' '),
);

/**
 * The tables that a statement reads.
 *
 * @param tree what `libpg-query`, the parser of PostgreSQL itself, made of the text
 * @throws StatementProblem when it is not one query, or uses what is not allowed
 */
export function tablesInPostgres(tree: unknown): readonly TableName[] {
  const statements = isObject(tree) && Array.isArray(tree['stmts']) ? tree['stmts'] : [];
  if (statements.length !== 1) throw new StatementProblem('Write exactly one statement');
  const [only]: unknown[] = statements;
  const statement = isObject(only) && isObject(only['stmt']) ? only['stmt'] : {};
  const select = statement['SelectStmt'];
  if (!isObject(select)) throw new StatementProblem('Only SELECT is allowed');
  const visitor = new PostgresVisitor();
  visitor.select(select, new Set());
  return visitor.tables.all;
}

type Node = Readonly<Record<string, unknown>>;

class PostgresVisitor {
  readonly tables = new NamedTables();
  private readonly functions = allowedFunctions('postgresql');

  select(select: Node, outer: ReadonlySet<string>): void {
    const { withClause, larg, rarg, intoClause, lockingClause, ...others } = select;
    if (intoClause) throw new StatementProblem('SELECT INTO is not allowed');
    if (lockingClause) throw new StatementProblem('FOR UPDATE and FOR SHARE are not allowed');
    const scope = isObject(withClause) ? this.named(withClause, outer) : outer;
    for (const side of [larg, rarg]) if (isObject(side)) this.select(side, scope);
    this.members(others, scope);
  }

  private named(clause: Node, scope: ReadonlySet<string>): ReadonlySet<string> {
    const list: readonly unknown[] = Array.isArray(clause['ctes']) ? clause['ctes'] : [];
    const queries = list.map((one) => {
      const cte = isObject(one) && isObject(one['CommonTableExpr']) ? one['CommonTableExpr'] : {};
      if (cte['search_clause'] || cte['cycle_clause']) throw new StatementProblem('SEARCH and CYCLE are not allowed');
      return { name: String(cte['ctename']), query: cte['ctequery'] };
    });
    return visitNamedQueries(queries, { isRecursive: clause['recursive'] === true, scope }, (query, seen) => {
      if (!isObject(query) || !isObject(query['SelectStmt'])) throw new StatementProblem('WITH may only have SELECT');
      this.select(query['SelectStmt'], seen);
    });
  }

  private visit(value: unknown, scope: ReadonlySet<string>): void {
    if (Array.isArray(value)) for (const one of value) this.visit(one, scope);
    else if (isObject(value)) this.members(value, scope);
  }

  private members(node: Node, scope: ReadonlySet<string>): void {
    for (const [name, value] of Object.entries(node)) {
      if (!/^[A-Z]/.test(name)) this.member(name, value, scope);
      else if (!nodes.has(name)) throw new StatementProblem(`${name} is not allowed`);
      else if (!isObject(value)) throw new StatementProblem('The statement cannot be read');
      else this.node(name, value, scope);
    }
  }

  private member(name: string, value: unknown, scope: ReadonlySet<string>): void {
    if (name === 'typeName' && isObject(value)) checkType(value);
    this.visit(value, scope);
  }

  private node(name: string, node: Node, scope: ReadonlySet<string>): void {
    if (name === 'SelectStmt') return this.select(node, scope);
    if (name === 'RangeVar') this.table(node, scope);
    if (name === 'FuncCall') this.call(node);
    if (name === 'TypeName') checkType(node);
    if (name === 'A_Expr') checkOperator(node);
    this.members(node, scope);
  }

  private table({ catalogname, schemaname, relname }: Node, scope: ReadonlySet<string>): void {
    if (catalogname) throw new StatementProblem('Other databases are not allowed');
    const name = String(relname);
    this.tables.add(typeof schemaname === 'string' ? { schema: schemaname, name } : { name }, scope);
  }

  private call({ funcname }: Node): void {
    const names = statementTextsOf(funcname);
    const [schema, name] = names.length === 1 ? [undefined, names[0]] : names;
    const isOwn = schema !== undefined && schema !== 'pg_catalog';
    if (isOwn || names.length > 2 || name === undefined || !this.functions.has(name))
      throw new StatementProblem(`The function ${names.join('.')} is not allowed`);
  }
}

function checkOperator({ name }: Node): void {
  const names = statementTextsOf(name);
  const unknown = names.find((one) => !operators.has(one));
  if (names.length !== 1 || unknown !== undefined)
    throw new StatementProblem(`The operator ${names.join('.')} is not allowed`);
}

function checkType({ names }: Node): void {
  const [first, second, ...more] = statementTextsOf(names);
  const name = second === undefined ? first : first === 'pg_catalog' ? second : undefined;
  if (more.length > 0 || name === undefined || !types.has(name))
    throw new StatementProblem(`The type ${statementTextsOf(names).join('.')} is not allowed`);
}

/** Texts of a list of `String` nodes. */
function statementTextsOf(list: unknown): readonly string[] {
  const all: readonly unknown[] = Array.isArray(list) ? list : [];
  return all.map((one) => {
    const text = isObject(one) && isObject(one['String']) ? one['String']['sval'] : undefined;
    return typeof text === 'string' ? text : '';
  });
}
