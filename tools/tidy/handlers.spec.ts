import {
  type ArrowFunction,
  type ClassDeclaration,
  createSourceFile,
  forEachChild,
  getDecorators,
  isArrowFunction,
  isBinaryExpression,
  isBlock,
  isCallExpression,
  isClassDeclaration,
  isConditionalExpression,
  isConstructorDeclaration,
  isIdentifier,
  isMethodDeclaration,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  type MethodDeclaration,
  type Node,
  ScriptTarget,
  SyntaxKind,
} from 'typescript';
import { production, read } from './workspace';

function* nodesOf(node: Node): Generator<Node> {
  yield node;
  const children: Node[] = [];
  forEachChild(node, (child) => {
    children.push(child);
  });
  for (const child of children) yield* nodesOf(child);
}

const nodesIn = (name: string, text: string) => [...nodesOf(createSourceFile(name, text, ScriptTarget.Latest, true))];

/** Whether something is done in one case and not in another. `??` only names the value of an absent member. */
function decides(node: Node): boolean {
  const isCondition = ({ kind }: Node) =>
    kind === SyntaxKind.AmpersandAmpersandToken || kind === SyntaxKind.BarBarToken;
  return [...nodesOf(node)].some(
    (one) => isConditionalExpression(one) || (isBinaryExpression(one) && isCondition(one.operatorToken)),
  );
}

/** Methods with `@Handles` that return one expression over one collaborator, and could be rows of `handlersOf`. */
function methodsLikeRows(name: string, text: string): string[] {
  if (!text.includes('@Handles(')) return [];
  return nodesIn(name, text)
    .filter(isClassDeclaration)
    .flatMap((type) => {
      const methods = type.members
        .filter(isMethodDeclaration)
        .filter((method) => isLikeRow(method, injectedInto(type)));
      return methods.map((method) => `${name} ${type.name?.text ?? ''}.${method.name.getText()}`);
    });
}

function injectedInto(type: ClassDeclaration): ReadonlySet<string> {
  const parameters = type.members.find(isConstructorDeclaration)?.parameters ?? [];
  return new Set(parameters.map((parameter) => parameter.name.getText()));
}

function isLikeRow(method: MethodDeclaration, injected: ReadonlySet<string>): boolean {
  const decorators = getDecorators(method) ?? [];
  const [statement, ...others] = method.body?.statements ?? [];
  if (decorators.length !== 1 || !decorators[0]?.getText().startsWith('@Handles(')) return false;
  if (method.asteriskToken || !statement || others.length > 0 || !isReturnStatement(statement)) return false;
  const members = [...nodesOf(statement)]
    .filter(({ kind }) => kind === SyntaxKind.ThisKeyword)
    .map(({ parent }) => (isPropertyAccessExpression(parent) ? parent.name.text : 'this'));
  return members.length === 1 && members.every((member) => injected.has(member)) && !decides(statement);
}

/** Rows of `handlersOf` that are more than one expression over one call of their service. */
function rowsThatDecide(name: string, text: string): string[] {
  if (!text.includes('handlersOf(')) return [];
  return nodesIn(name, text).flatMap((node) => {
    if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return [];
    const [operation, answering] = node.arguments;
    if (node.expression.name.text !== 'answer' || !operation || !answering) return [];
    return isArrowFunction(answering) && isPlain(answering) ? [] : [`${name} ${operation.getText()}`];
  });
}

function isPlain({ body, parameters: [service] }: ArrowFunction): boolean {
  const isService = (node: Node) => isIdentifier(node) && node.text === service?.name.getText() && isUsed(node);
  return !isBlock(body) && !decides(body) && [...nodesOf(body)].filter(isService).length <= 1;
}

/** Not the name of a member, which may be the same. */
function isUsed(node: Node): boolean {
  const { parent } = node;
  return !((isPropertyAccessExpression(parent) || isPropertyAssignment(parent)) && parent.name === node);
}

describe('methods with @Handles', () => {
  const handler = (body: string, constructor = 'private readonly boxes: Boxes, private readonly rows: Rows') =>
    `class BoxHandlers {\n constructor(${constructor}) {}\n @Handles(getBox) get(request: Asked) { ${body} }\n` +
    ' private find() { return this.boxes.find(); }\n}';
  const found = ['a.ts BoxHandlers.get'];

  it.each([
    'return this.boxes.get(request.params.kbid);',
    'return this.boxes.get({ ...request.params, now: new Date() }, visibilityOf(request.principal));',
    'return knowingWhetherDone(() => this.boxes.get(request.query.size ?? 20));',
    'return { boxes: await this.boxes.list() };',
    'return this.boxes.size;',
  ])('are found where nothing is decided: %s', (body) => {
    expect(methodsLikeRows('a.ts', handler(body))).toEqual(found);
  });

  it.each([
    'requireWholeBox(request.principal); return this.boxes.get(request.params.kbid);',
    'return this.boxes.get(request.body.name || request.body.id);',
    'return request.query.all ? this.boxes.list() : [];',
    'return this.boxes.get((tx) => this.rows.get(tx));',
    'return this.find();',
    'return null;',
  ])('may decide: %s', (body) => {
    expect(methodsLikeRows('a.ts', handler(body))).toEqual([]);
  });

  it('may read what their class itself keeps', () => {
    expect(methodsLikeRows('a.ts', handler('return this.recent.list();', ''))).toEqual([]);
  });

  it('decide something: where nothing is decided, a row of handlersOf() names the function', () => {
    expect(production.flatMap((name) => methodsLikeRows(name, read(name)))).toEqual([]);
  });
});

describe('rows of handlersOf', () => {
  const table = (answering: string) => `export const BoxHandlers = handlersOf(Boxes).answer(getBox, ${answering});`;

  it.each([
    '(boxes, { params }) => { return boxes.get(params.kbid); }',
    '(boxes, { query }) => (query.all ? boxes.list() : boxes.first())',
    '(boxes, { body }) => boxes.get(body.name || body.id)',
    'async (boxes) => ({ total: await boxes.count(), boxes: await boxes.list() })',
    'getBoxes',
  ])('that decide are found: %s', (answering) => {
    expect(rowsThatDecide('a.ts', table(answering))).toEqual(['a.ts getBox']);
  });

  it.each([
    '(boxes, { params }) => boxes.get(params.kbid)',
    'async (boxes, { query }) => ({ boxes: await boxes.list(query.boxes ?? []) })',
    '(boxes, { params, body }) => knowingWhetherDone(() => boxes.put({ ...params }, body))',
  ])('that take apart a request are not: %s', (answering) => {
    expect(rowsThatDecide('a.ts', table(answering))).toEqual([]);
  });

  it('are one expression with one call of the service, which decides', () => {
    expect(production.flatMap((name) => rowsThatDecide(name, read(name)))).toEqual([]);
  });

  it('are there: most operations are answered by one', () => {
    const rows = production.map((name) => read(name)).filter((text) => text.includes('handlersOf('));
    expect(rows.join('').match(/\.answer\(/g)?.length).toBeGreaterThan(200);
  });
});
