import type { DocumentPiece, WireNames } from '@lectern/contracts/core';

interface OpenPart {
  readonly name: string;
  readonly close: '}' | ']' | '"';
  isEmpty: boolean;
}

/**
 * Makes the JSON text of one document from its pieces, in the names of the wire. What it holds is the path to where it
 * is. Texts that come in pieces are not translated: no name or value of the wire is that long.
 */
export class DocumentWriter {
  /** From the document itself down to what the last piece was added to. */
  private readonly open: OpenPart[] = [];

  constructor(private readonly names: WireNames) {}

  /**
   * @returns the next part of the text
   * @throws Error when the piece does not fit to those before it
   */
  write({ path, members, items, text }: DocumentPiece): string {
    if (members) return this.enter(path, '}') + this.separated(inner(this.names.writeJson(members)));
    if (items) return this.enter(path, ']') + this.separated(inner(this.translated(path, items)));
    return this.enter(path, '"') + inner(text ?? '');
  }

  /** @returns the end of the text */
  end(): string {
    return (this.open.length === 0 ? this.enter([], '}') : '') + this.leave(0);
  }

  /** Closes containers that are not on the path, and opens those on it. */
  private enter(path: readonly string[], close: OpenPart['close']): string {
    const names = ['', ...path];
    const shared = names.findIndex((name, i) => this.open[i]?.name !== name);
    let output = this.leave(shared < 0 ? names.length : shared);
    if (shared < 0 && this.open.at(-1)?.close !== close) throw new Error(`${path.join('.')} was another kind of value`);
    for (let depth = this.open.length; depth < names.length; depth += 1)
      output += this.begin(names[depth] ?? '', depth === names.length - 1 ? close : '}');
    return output;
  }

  private begin(name: string, close: OpenPart['close']): string {
    const parent = this.open.at(-1);
    if (parent && parent.close !== '}') throw new Error(`${parent.name} has no members`);
    const label = parent ? this.separated(`${JSON.stringify(this.names.memberOut(name))}:`) : '';
    this.open.push({ name, close, isEmpty: true });
    return label + (close === '}' ? '{' : close === ']' ? '[' : '"');
  }

  private leave(depth: number): string {
    return this.open
      .splice(depth)
      .reverse()
      .map(({ close }) => close)
      .join('');
  }

  /** With a comma before it where something precedes it. */
  private separated(text: string): string {
    const parent = this.open.at(-1);
    if (!parent || text === '') return text;
    const comma = parent.isEmpty ? '' : ',';
    parent.isEmpty = false;
    return comma + text;
  }

  /** Words in a list are translated by the member that the list is. */
  private translated(path: readonly string[], items: readonly unknown[]): unknown {
    return Object.values(Object(this.names.writeJson({ [path.at(-1) ?? '']: items })))[0];
  }
}

/** JSON text without the brackets or quotes around it. */
function inner(value: unknown): string {
  return JSON.stringify(value).slice(1, -1);
}
