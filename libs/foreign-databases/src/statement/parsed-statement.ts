import { isObject } from '@lectern/contracts/core';
import type { SqlDialect, TableName } from '../dialect';
import { allowedFunctions } from './allowed-functions';
import { StatementProblem } from './statement-problem';
import { NamedTables, visitNamedQueries } from './table-scope';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Variants of the tree of `sqlparser` that a statement may have; everything else is refused. */
const variants = words(
  'AllOp AnyOp Between BinaryOp Boolean Case Cast Ceil Collate CompoundIdentifier Convert Cube DateTimeField Derived ' +
    'Distinct Exists Expr ExprWithAlias Expressions Extract Floor Following Function HexStringLiteral Identifier InList ' +
    'InSubquery Inner Int IntegerLength Interval IsFalse IsNotFalse IsNotNull IsNotTrue IsNull IsTrue IsDistinctFrom ' +
    'IsNotDistinctFrom Join CrossJoin FullOuter ILike Left LeftOuter Like LimitOffset List MatchAgainst Named ' +
    'NamedWindow Natural Nested NestedJoin Null Number OffsetCommaLimit On OrderBy Position Preceding QualifiedWildcard ' +
    'Query RLike Regexp Right RightOuter Rollup Select Separator SetOperation Simple SingleQuotedString ' +
    'DoubleQuotedString Subquery Substring Table Trim Tuple TypedString UnaryOp Unnamed UnnamedExpr Using Value Values ' +
    'Wildcard WindowSpec JsonAccess ObjectName OrdinalPosition CompoundFieldAccess StringLiteral Arguments Ordinality',
);
/** Members that may have a value. */
const members = words(
  'alias args asc body charset clauses collation column columns compare_op condition conditions content cte_tables data_type ' +
    'distinct duplicate_treatment else_result end end_bound escape_char explicit expr expressions fetch field filter ' +
    'flavor fractional_seconds_precision from group_by having high hive_format if_not_exists implicit_alias index_hints ' +
    'index_names index_type hint_type join_operator joins kind last_field lateral leading_field leading_precision left ' +
    'length limit limit_clause list low match_value materialized name named_window negated nulls_first of offset op ' +
    'operand opt_search_modifier options order_by over parameters partition_by partitions path pattern percent ' +
    'projection quantity query quote_style recursive regexp relation result results right rows selection ' +
    'set_quantifier special start_bound subquery substring_for substring_from syntax table_with_joins token ' +
    'trim_characters trim_what trim_where type uses_odbc_syntax unit units unit_clause value value_table_mode values ' +
    'window_before_qualify window_frame window_name with with_ties array set_op any value_keyword null_treatment ' +
    'on global within_group shorthand parametrized root key value_type explicit_row r#type',
);
/** Members without meaning. */
const ignored = words(
  'span select_token with_token case_token end_token closing_paren_token opening_token closing_token wildcard_token ' +
    'token window_before_qualify hive_format',
);
const operators = words(
  'Plus Minus Multiply Divide Modulo StringConcat Gt Lt GtEq LtEq Spaceship Eq NotEq And Or Xor BitwiseOr BitwiseAnd ' +
    'BitwiseXor BitwiseNot DuckIntegerDivide MyIntegerDivide Regexp Match Not Arrow LongArrow PGBitwiseShiftLeft ' +
    'PGBitwiseShiftRight Union Except Intersect Glob',
);

type Node = Readonly<Record<string, unknown>>;

/**
 * The tables that a statement reads.
 *
 * @param tree what the package `sqlparser` made of the text
 * @throws StatementProblem when it is not one query, or uses what is not allowed
 */
export function tablesInParsed(tree: unknown, dialect: SqlDialect): readonly TableName[] {
  const statements: readonly unknown[] = Array.isArray(tree) ? tree : [];
  if (statements.length !== 1) throw new StatementProblem('Write exactly one statement');
  const [only] = statements;
  const query = isObject(only) ? only['Query'] : undefined;
  if (!isObject(query) || Object.keys(only ?? {}).length !== 1) throw new StatementProblem('Only SELECT is allowed');
  const visitor = new ParsedVisitor(allowedFunctions(dialect));
  visitor.query(query, new Set());
  return visitor.tables.all;
}

class ParsedVisitor {
  readonly tables = new NamedTables();

  constructor(private readonly functions: ReadonlySet<string>) {}

  query({ with: clause, ...others }: Node, outer: ReadonlySet<string>): void {
    const scope = isObject(clause) ? this.named(clause, outer) : outer;
    this.members(others, scope);
  }

  private named(clause: Node, scope: ReadonlySet<string>): ReadonlySet<string> {
    const list: readonly unknown[] = Array.isArray(clause['cte_tables']) ? clause['cte_tables'] : [];
    const queries = list.map((one) => {
      const cte = isObject(one) ? one : {};
      const alias = isObject(cte['alias']) && isObject(cte['alias']['name']) ? cte['alias']['name'] : {};
      return { name: String(alias['value']), query: cte['query'] };
    });
    return visitNamedQueries(queries, { isRecursive: clause['recursive'] === true, scope }, (query, seen) => {
      if (!isObject(query) || !('body' in query)) throw new StatementProblem('WITH may only have SELECT');
      this.query(query, seen);
    });
  }

  private visit(value: unknown, scope: ReadonlySet<string>): void {
    if (Array.isArray(value)) for (const one of value) this.visit(one, scope);
    else if (isObject(value)) {
      if ('body' in value) this.query(value, scope);
      else this.members(value, scope);
    }
  }

  private members(node: Node, scope: ReadonlySet<string>): void {
    for (const [name, value] of Object.entries(node)) {
      if (ignored.has(name) || isEmptyStatement(value)) continue;
      if (!(/^[A-Z]/.test(name) ? variants : members).has(name))
        throw new StatementProblem(`${name.replaceAll('_', ' ')} is not allowed`);
      this.member(name, value, scope);
    }
  }

  private member(name: string, value: unknown, scope: ReadonlySet<string>): void {
    if (name === 'Table') this.table(value, scope);
    if (name === 'Function') this.call(value);
    if (name === 'op') checkOperator(value);
    if (name === 'kind' && value === 'DoubleColon') throw new StatementProblem('Write CAST instead of ::');
    // Of identifiers; texts are in a variant of their own.
    if (name === 'value' && typeof value === 'string' && value.startsWith('@'))
      throw new StatementProblem('Variables are not allowed');
    if (name === 'data_type') checkType(value);
    else this.visit(value, scope);
  }

  private table(value: unknown, scope: ReadonlySet<string>): void {
    if (!isObject(value)) return;
    if (!isEmptyStatement(value['args'])) throw new StatementProblem('Functions as tables are not allowed');
    const names = identifiers(value['name']);
    const [first, second] = names;
    if (first === undefined || names.length > 2) throw new StatementProblem('Other databases are not allowed');
    this.tables.add(second === undefined ? { name: first } : { schema: first, name: second }, scope);
  }

  private call(value: unknown): void {
    const names = isObject(value) ? identifiers(value['name']) : [];
    const [name] = names;
    if (names.length !== 1 || name === undefined || !this.functions.has(name.toLowerCase()))
      throw new StatementProblem(`The function ${names.join('.')} is not allowed`);
  }
}

function checkOperator(value: unknown): void {
  if (typeof value !== 'string' || !operators.has(value))
    throw new StatementProblem(`The operator ${JSON.stringify(value)?.slice(0, 50)} is not allowed`);
}

/** Types of databases are harmless; those of users may run code. */
function checkType(value: unknown): void {
  if (isObject(value) && Object.keys(value).some((name) => /^(Custom|Table|Array|Struct|Map|Nested)$/.test(name)))
    throw new StatementProblem('Types of users are not allowed');
}

function identifiers(list: unknown): readonly string[] {
  const all: readonly unknown[] = Array.isArray(list) ? list : [];
  return all.map((one) => {
    const identifier = isObject(one) && isObject(one['Identifier']) ? one['Identifier']['value'] : undefined;
    if (typeof identifier !== 'string') throw new StatementProblem('Names that are computed are not allowed');
    return identifier;
  });
}

function isEmptyStatement(value: unknown): boolean {
  return value === null || value === undefined || value === false || (Array.isArray(value) && value.length === 0);
}
