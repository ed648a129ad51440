import { dirname, join } from 'node:path';
import {
  type ClassElement,
  canHaveModifiers,
  createSourceFile,
  type ExportDeclaration,
  getCombinedModifierFlags,
  getJSDocCommentsAndTags,
  getModifiers,
  isClassDeclaration,
  isDeclarationStatement,
  isExportDeclaration,
  isInterfaceDeclaration,
  isNamedExports,
  isStringLiteral,
  isTypeAliasDeclaration,
  isTypeLiteralNode,
  isVariableStatement,
  ModifierFlags,
  type Node,
  ScriptTarget,
  type SourceFile,
  type Statement,
  SyntaxKind,
  type TypeElement,
} from 'typescript';
import { code, read } from './workspace';

/** Something that a library exports, or a member that its callers see. */
export interface Exported {
  readonly file: string;
  /** `Bus` or `Bus.request`. */
  readonly name: string;
  readonly isDocumented: boolean;
  /** Of a class: the one that it extends. */
  readonly base?: string;
}

/** Names that callers of entry points can use, with the public members of classes and interfaces, each once. */
export function exportedFrom(entries: readonly string[]): readonly Exported[] {
  const all = entries.flatMap(exportedFromFile);
  const byName = new Map<string, Exported>();
  // Overloads share a comment, which is at the first of them.
  for (const one of all) if (byName.get(one.name)?.isDocumented !== true) byName.set(one.name, one);
  return [...byName.values()].map((one) => ({ ...one, isDocumented: isExplained(one.name, byName) }));
}

/** A member that implements what a class above declares has the comment there. */
function isExplained(name: string, byName: ReadonlyMap<string, Exported>): boolean {
  if (byName.get(name)?.isDocumented) return true;
  const [owner = '', member] = name.split('.');
  const base = byName.get(owner)?.base;
  return member !== undefined && base !== undefined && isExplained(`${base}.${member}`, byName);
}

function exportedFromFile(file: string): readonly Exported[] {
  const source = parsed(file);
  const passedOn = source.statements.filter(isExportDeclaration).flatMap((one) => reexported(file, one));
  return [...declaredIn(source, () => true), ...passedOn];
}

function reexported(entry: string, { moduleSpecifier, exportClause }: ExportDeclaration): readonly Exported[] {
  if (!moduleSpecifier || !isStringLiteral(moduleSpecifier)) return [];
  const file = `${join(dirname(entry), moduleSpecifier.text)}.ts`;
  if (!moduleSpecifier.text.startsWith('.') || !code.includes(file)) return [];
  if (!exportClause || !isNamedExports(exportClause)) return exportedFromFile(file);
  const names = new Set(exportClause.elements.map(({ name, propertyName }) => (propertyName ?? name).text));
  return declaredIn(parsed(file), (name) => names.has(name));
}

function parsed(file: string): SourceFile {
  return createSourceFile(file, read(file), ScriptTarget.Latest, true);
}

function declaredIn(source: SourceFile, isWanted: (name: string) => boolean): readonly Exported[] {
  const file = source.fileName;
  return source.statements.filter(isExported).flatMap((statement) =>
    namesOf(statement)
      .filter(isWanted)
      .flatMap((name) => [
        { file, name, isDocumented: hasComment(statement), ...baseOf(statement) },
        ...membersOf(statement, name),
      ]),
  );
}

function isExported(statement: Statement): boolean {
  const modifiers = canHaveModifiers(statement) ? getModifiers(statement) : undefined;
  return modifiers?.some(({ kind }) => kind === SyntaxKind.ExportKeyword) ?? false;
}

function baseOf(statement: Statement): { readonly base?: string } {
  const clauses = isClassDeclaration(statement) ? (statement.heritageClauses ?? []) : [];
  const base = clauses.find(({ token }) => token === SyntaxKind.ExtendsKeyword)?.types[0]?.expression.getText();
  return base === undefined ? {} : { base };
}

function namesOf(statement: Statement): readonly string[] {
  if (isVariableStatement(statement)) return statement.declarationList.declarations.map(({ name }) => name.getText());
  return isDeclarationStatement(statement) && statement.name ? [statement.name.getText()] : [];
}

function membersOf(statement: Statement, owner: string): readonly Exported[] {
  const file = statement.getSourceFile().fileName;
  return elementsOf(statement)
    .filter((member) => isPublic(member))
    .map((member) => ({ file, name: `${owner}.${member.name?.getText()}`, isDocumented: hasComment(member) }));
}

function elementsOf(statement: Statement): readonly (ClassElement | TypeElement)[] {
  if (isClassDeclaration(statement) || isInterfaceDeclaration(statement)) return [...statement.members];
  return isTypeAliasDeclaration(statement) && isTypeLiteralNode(statement.type) ? [...statement.type.members] : [];
}

const HIDDEN = ModifierFlags.Private | ModifierFlags.Protected | ModifierFlags.Override;

/** An override has the comment of the overridden member. */
function isPublic(member: ClassElement | TypeElement): boolean {
  return member.name !== undefined && (getCombinedModifierFlags(member) & HIDDEN) === 0;
}

function hasComment(node: Node): boolean {
  return getJSDocCommentsAndTags(node).length > 0;
}
