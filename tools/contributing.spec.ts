import {
  createSourceFile,
  forEachChild,
  isArrayLiteralExpression,
  isCallExpression,
  isClassDeclaration,
  isFunctionLike,
  isVariableDeclaration,
  type Node,
  ScriptTarget,
} from 'typescript';
import { problemsOf } from './tidy/compiled-texts';
import { code, read } from './tidy/workspace';

/** Additions of the example to one file. */
interface Addition {
  readonly file: string;
  /** Class, array or table to append to; the end of the file when absent. */
  readonly into?: string;
  readonly imports: string;
  readonly code: string;
}

/** Each begins with its path: `// libs/…/resource.handlers.ts, in ResourceHandlers`. */
function additionsIn(markdown: string): readonly Addition[] {
  const [, block = ''] = /^## Add an operation$.*?^```ts$(.*?)^```$/ms.exec(markdown) ?? [];
  return block.split(/^\/\/ (?=\w+\/)/m).flatMap((part) => {
    const [, file, into, text = ''] = /^(\S+?\.ts)(?:, in (\w+))?\n(.*)$/s.exec(part) ?? [];
    if (file === undefined) return [];
    const imports = (text.match(/^import .*;$/gm) ?? []).join('\n');
    return [{ file, imports, code: text.replaceAll(/^import .*;$/gm, ''), ...(into !== undefined && { into }) }];
  });
}

function withAddition({ file, into, imports, code }: Addition): string {
  const text = read(file);
  const at = into === undefined ? text.length : endOf(into, text);
  return `${imports}\n${text.slice(0, at)}\n${code}\n${text.slice(at)}`;
}

/** Where the last member of a class, item of an array, row of a table or statement of a callback ends. */
function endOf(name: string, text: string): number {
  const find = (node: Node): number | undefined => {
    if (isClassDeclaration(node) && node.name?.text === name) return node.members.end;
    if (isVariableDeclaration(node) && node.name.getText() === name && node.initializer)
      return isArrayLiteralExpression(node.initializer) ? node.initializer.elements.end : node.initializer.end;
    if (isCallExpression(node) && node.expression.getText().startsWith(name)) return bodyEnd(node.arguments.at(-1));
    return forEachChild(node, find);
  };
  const at = find(createSourceFile('file.ts', text, ScriptTarget.Latest, true));
  if (at === undefined) throw new Error(`There is no ${name}`);
  return at;
}

function bodyEnd(callback: Node | undefined): number | undefined {
  const body = callback && isFunctionLike(callback) && 'body' in callback ? callback.body : undefined;
  return body ? body.end - 1 : undefined;
}

describe('the operation that CONTRIBUTING adds', () => {
  const additions = additionsIn(read('CONTRIBUTING.md'));

  it('touches files that there are', () => {
    expect(additions).toHaveLength(7);
    expect(additions.filter(({ file }) => !code.includes(file))).toEqual([]);
  });

  it('compiles', () => {
    const texts = new Map(additions.map((one) => [one.file, withAddition(one)]));
    expect(problemsOf(texts)).toEqual([]);
  }, 120_000);
});
