import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createSourceFile,
  forEachChild,
  getJSDocCommentsAndTags,
  getTextOfJSDocComment,
  isCallExpression,
  isPropertyAssignment,
  isStringLiteral,
  isVariableStatement,
  type Node,
  ScriptTarget,
} from 'typescript';

/** Doc comments of operations and sockets, by their name. */
export function operationComments(root: string): Record<string, string> {
  const folder = join(root, 'libs/contracts/src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => isDeclaring(file));
  return Object.fromEntries(files.flatMap((file) => commentsIn(join(folder, file))));
}

function isDeclaring(file: string): boolean {
  return file.endsWith('.ts') && !file.endsWith('.spec.ts');
}

function commentsIn(file: string): readonly (readonly [name: string, comment: string])[] {
  const source = createSourceFile(file, readFileSync(file, 'utf8'), ScriptTarget.Latest, true);
  return source.statements.filter(isVariableStatement).flatMap((statement) => {
    const [comment] = getJSDocCommentsAndTags(statement);
    const text = comment && getTextOfJSDocComment(comment.comment);
    const [declaration] = statement.declarationList.declarations;
    const name = declaration?.initializer && operationName(declaration.initializer);
    return text && name !== undefined ? [[name, unwrapped(text)] as const] : [];
  });
}

const DECLARING = new Set(['operation', 'streamOperation', 'documentOperation', 'betweenHosts', 'socket']);

/** The name that a call of `operation({ name: 'kb.resource.get' })` or the like declares. */
function operationName(node: Node): string | undefined {
  if (!isCallExpression(node) || !DECLARING.has(node.expression.getText())) return undefined;
  const [parts] = node.arguments;
  if (parts && isStringLiteral(parts)) return parts.text;
  return (
    parts &&
    forEachChild(parts, (part) => {
      if (!isPropertyAssignment(part)) return forEachChild(part, operationName);
      return part.name.getText() === 'name' && isStringLiteral(part.initializer) ? part.initializer.text : undefined;
    })
  );
}

/** Paragraphs stay; the lines of one are joined. */
function unwrapped(text: string): string {
  return text.replace(/(?<!\n)\n(?![\n-])/g, ' ');
}
