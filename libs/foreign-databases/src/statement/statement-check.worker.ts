import { init, parse } from '@guanmingchiu/sqlparser-ts';
import { answerMessages } from '@lectern/workers';
import { loadModule, parseSync, scanSync } from 'libpg-query';
import type { SqlDialect, TableName } from '../dialect';
import { hasComment } from './comments';
import { tablesInParsed } from './parsed-statement';
import { tablesInPostgres } from './postgres-statement';
import type { CheckRequest, CheckVerdict } from './statement-check';
import { StatementProblem } from './statement-problem';

const COMMENTS = 'Comments are not allowed';

// Loaded before the first request, whose time is limited.
void Promise.all([loadModule(), init()]).then(() => {
  answerMessages(({ statement, dialect }: CheckRequest): CheckVerdict => {
    try {
      return { tables: tablesIn(statement, dialect) };
    } catch (error) {
      return { problem: error instanceof Error ? error.message : 'It cannot be read' };
    }
  });
});

function tablesIn(statement: string, dialect: SqlDialect): readonly TableName[] {
  if (dialect === 'postgresql') {
    const tree: unknown = parseSync(statement);
    // What can be parsed can be split into tokens.
    const hasComments = scanSync(statement).tokens.some(({ tokenName }) => /COMMENT/.test(tokenName));
    if (hasComments) throw new StatementProblem(COMMENTS);
    return tablesInPostgres(tree);
  }
  if (hasComment(statement, dialect)) throw new StatementProblem(COMMENTS);
  const tree: unknown = parse(statement, dialect);
  return tablesInParsed(tree, dialect);
}
