import {
  createFormatter,
  createParser,
  createProgram,
  DEFAULT_CONFIG,
  SchemaGenerator,
} from 'ts-json-schema-generator';
import type { Node } from 'typescript';

/** The library's generator walks through all sources once for each name that it looks up; this one does so once. */
class NamedSchemaGenerator extends SchemaGenerator {
  private named: Map<string, Node> | undefined;

  protected override findNamedNode(name: string): Node {
    this.named ??= this.collect();
    return this.named.get(name) ?? super.findNamedNode(name);
  }

  private collect(): Map<string, Node> {
    const named = new Map<string, Node>();
    this.appendTypes(this.partitionFiles().projectFiles, this.program.getTypeChecker(), named);
    return named;
  }
}

/**
 * Makes JSON schemas of the types of TypeScript files.
 *
 * @param path a glob of files
 */
export function schemaGenerator(path: string, tsconfig: string): SchemaGenerator {
  const config = {
    ...DEFAULT_CONFIG,
    path,
    tsconfig,
    expose: 'all',
    additionalProperties: true,
    skipTypeCheck: true,
    encodeRefs: false,
  } as const;
  const program = createProgram(config);
  return new NamedSchemaGenerator(program, createParser(program, config), createFormatter(config), config);
}
