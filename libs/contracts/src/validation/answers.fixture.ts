import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const parsed = new Map<string, ts.SourceFile>();

/**
 * Members of a class or interface that an answer consists of, inherited ones first: `id, slug?, finished_at|null`. A
 * question mark says that the member may be absent, `|null` that it may be null. Those of
 * an `Omit` are not listed again.
 *
 * @param file path of the file that declares it
 */
export function membersOf(file: string, name: string): string {
  return declared(file, name).join(', ');
}

function declared(file: string, name: string): readonly string[] {
  const source = parse(file);
  for (const one of source.statements) {
    if (!(ts.isClassDeclaration(one) || ts.isInterfaceDeclaration(one)) || one.name?.text !== name) continue;
    const bases = (one.heritageClauses ?? [])
      .filter(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)
      .flatMap(({ types }) => types.map((type) => type.expression.getText(source)))
      .filter((base) => base !== 'Omit');
    return [...bases.flatMap((base) => declared(fileOf(source, base), base)), ...ownOf(one.members, source)];
  }
  throw new Error(`${file} declares no class or interface ${name}`);
}

function ownOf(members: readonly (ts.ClassElement | ts.TypeElement)[], source: ts.SourceFile): readonly string[] {
  return members.flatMap((member) => {
    if (!(ts.isPropertyDeclaration(member) || ts.isPropertySignature(member))) return [];
    const isNullable =
      member.type && ts.isUnionTypeNode(member.type) && / null\b/.test(` ${member.type.getText(source)}`);
    return [`${member.name.getText(source)}${member.questionToken ? '?' : ''}${isNullable ? '|null' : ''}`];
  });
}

/** The file that declares a name which another file uses. */
function fileOf(source: ts.SourceFile, name: string): string {
  for (const one of source.statements) {
    if (!ts.isImportDeclaration(one) || !ts.isStringLiteral(one.moduleSpecifier)) continue;
    if (new RegExp(`\\b${name}\\b`).test(one.importClause?.getText(source) ?? ''))
      return join(dirname(source.fileName), `${one.moduleSpecifier.text}.ts`);
  }
  return source.fileName;
}

function parse(file: string): ts.SourceFile {
  const known = parsed.get(file);
  if (known) return known;
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  parsed.set(file, source);
  return source;
}
