/** How many lines above a cast its reason may stand: a chain of calls may lie between them. */
const LINES_ABOVE_MAX = 6;

/** The outermost statement or class member that a node lies in, and that is not a block. */
function statementOf(node) {
  let at = node;
  while (at.parent && !/Statement$|Declaration$|Definition$/.test(at.type)) at = at.parent;
  return at;
}

/** A cast is a claim that the compiler cannot check; a comment in its statement, or above it, says why it holds. */
export const reasonedCast = {
  meta: { type: 'suggestion', schema: [], messages: { silent: 'Say in a comment beside it why this cast holds.' } },
  create(context) {
    const comments = context.sourceCode.getAllComments();
    const hasReason = (node) => {
      const first = Math.max(statementOf(node).loc.start.line - 1, node.loc.start.line - LINES_ABOVE_MAX);
      return comments.some(({ loc }) => loc.end.line >= first && loc.start.line <= node.loc.end.line);
    };
    return {
      TSAsExpression(node) {
        const isConst = node.typeAnnotation.type === 'TSTypeReference' && node.typeAnnotation.typeName.name === 'const';
        if (!isConst && !hasReason(node)) context.report({ node, messageId: 'silent' });
      },
    };
  },
};
