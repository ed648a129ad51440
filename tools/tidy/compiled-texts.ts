import { join } from 'node:path';
import {
  createCompilerHost,
  createProgram,
  flattenDiagnosticMessageText,
  getPreEmitDiagnostics,
  parseJsonConfigFileContent,
  readConfigFile,
  type System,
  sys,
} from 'typescript';
import { code, root } from './workspace';

/** Types of packages that have none. */
const declarations = code.filter((name) => /^libs\/.*\.d\.ts$/.test(name)).map((name) => join(root, name));

/** Messages of the compiler about some texts, by path from the root, in place of the files there or beside them. */
export function problemsOf(texts: ReadonlyMap<string, string>): readonly string[] {
  const replaced = new Map([...texts].map(([name, text]) => [join(root, name), text]));
  const isAbove = (folder: string) => [...replaced.keys()].some((name) => name.startsWith(`${folder}/`));
  const system: System = {
    ...sys,
    readFile: (name) => replaced.get(name) ?? sys.readFile(name),
    fileExists: (name) => replaced.has(name) || sys.fileExists(name),
    directoryExists: (folder) => isAbove(folder) || sys.directoryExists(folder),
  };
  const { config } = readConfigFile(join(root, 'tsconfig.json'), system.readFile);
  const { options } = parseJsonConfigFileContent(config, system, root);
  const { readFile, fileExists, directoryExists } = system;
  const host = Object.assign(createCompilerHost(options), { readFile, fileExists, directoryExists });
  const names = [...replaced.keys()].filter((name) => name.endsWith('.ts'));
  const program = createProgram([...names, ...declarations], options, host);
  return names.flatMap((name) =>
    getPreEmitDiagnostics(program, program.getSourceFile(name)).map(
      ({ messageText }) => `${name.slice(root.length + 1)}: ${flattenDiagnosticMessageText(messageText, ' ')}`,
    ),
  );
}
