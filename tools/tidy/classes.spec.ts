import { createSourceFile, isClassDeclaration, isConstructorDeclaration, ScriptTarget } from 'typescript';
import { production, read } from './workspace';

/**
 * Injectable classes that do nothing: their only member is a constructor without a body, which holds for others what
 * they should inject themselves. Values, such as errors, are not injectable.
 */
function bagsIn(name: string, text: string): string[] {
  if (!text.includes('@Injectable()')) return [];
  return createSourceFile(name, text, ScriptTarget.Latest).statements.flatMap((statement) => {
    if (!isClassDeclaration(statement) || statement.heritageClauses) return [];
    const isInjectable = (statement.modifiers ?? []).some((one) =>
      text.slice(one.pos, one.end).includes('@Injectable'),
    );
    const [member, ...others] = statement.members;
    if (!isInjectable || !member || others.length > 0) return [];
    const isBag = isConstructorDeclaration(member) && member.parameters.length > 0 && !member.body?.statements.length;
    return isBag ? [`${name} ${statement.name?.text ?? ''}`] : [];
  });
}

describe('injectable classes', () => {
  it('that only hold what others inject are found', () => {
    const bag =
      '@Injectable() export class Rows {\n  constructor(readonly boxes: Boxes, readonly fields: Fields) {}\n}';
    const service = bag.replace('{}', '{}\n  read() { return this.boxes.read(); }').replace('Rows', 'Reader');
    const value = 'export class Found { constructor(readonly id: string) {} }';
    expect(bagsIn('a.ts', [bag, service, value].join('\n'))).toEqual(['a.ts Rows']);
  });

  it('do something themselves: a constructor of repositories may have seven, and more are two classes', () => {
    expect(production.flatMap((name) => bagsIn(name, read(name)))).toEqual([]);
  });
});
