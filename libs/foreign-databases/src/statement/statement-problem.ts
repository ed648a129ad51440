/** Why a statement is refused, in words for the one who wrote it. */
export class StatementProblem extends Error {
  override readonly name = 'StatementProblem';
}
