import type { AnyOperation } from '@lectern/contracts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createSourceFile,
  getJSDocCommentsAndTags,
  getTextOfJSDocComment,
  isVariableStatement,
  ScriptTarget,
} from 'typescript';

/** What the doc comment of an operation says, by name of the operation. */
export function operationComments(
  root: string,
  operations: Readonly<Record<string, AnyOperation>>,
): Record<string, string> {
  const folder = join(root, 'libs/contracts/src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const found = files.flatMap((file) => commentsIn(join(folder, file)));
  return Object.fromEntries(
    found.flatMap(([exported, comment]) => {
      const name = operations[exported]?.name;
      return name === undefined ? [] : [[name, comment]];
    }),
  );
}

function commentsIn(file: string): readonly (readonly [name: string, comment: string])[] {
  const source = createSourceFile(file, readFileSync(file, 'utf8'), ScriptTarget.Latest, true);
  return source.statements.filter(isVariableStatement).flatMap((statement) => {
    const [comment] = getJSDocCommentsAndTags(statement);
    const text = comment && getTextOfJSDocComment(comment.comment);
    return text
      ? statement.declarationList.declarations.map(({ name }) => [name.getText(), unwrapped(text)] as const)
      : [];
  });
}

/** Paragraphs stay; the lines of one are joined. */
function unwrapped(text: string): string {
  return text.replace(/(?<!\n)\n(?![\n-])/g, ' ');
}
