const NONE = -1;
const ROOT = 0;
/** Minimum slots of the table per step. */
const ROOM = 1.5;
/** Distributes neighbouring steps over the table. */
const spread = { node: 0x9e3779b1, unit: 0x85ebca6b };

/** A prefix tree of texts in a few arrays: a quarter of a million pieces take 30 MB. */
export class PieceTrie {
  /** Open addressing: maps a node and a UTF-16 unit to the next node. */
  private readonly nodes: Int32Array;
  private readonly units: Uint16Array;
  private readonly targets: Int32Array;
  private readonly ids: Int32Array;
  private readonly mask: number;
  private count = 1;

  /** @param pieces texts by their ids; empty ones cannot be found */
  constructor(pieces: readonly string[]) {
    const steps = pieces.reduce((sum, piece) => sum + piece.length, 1);
    const size = 2 ** Math.ceil(Math.log2(steps * ROOM));
    this.mask = size - 1;
    this.nodes = new Int32Array(size).fill(NONE);
    this.units = new Uint16Array(size);
    this.targets = new Int32Array(size);
    this.ids = new Int32Array(steps + 1).fill(NONE);
    pieces.forEach((piece, id) => piece !== '' && this.add(piece, id));
  }

  /** Calls `found` for each piece that `text` has at `start`, shortest first. */
  forEachAt(text: string, start: number, found: (id: number, end: number) => void): void {
    for (let node = ROOT, at = start; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      const cell = this.cellOf(node, unit);
      if (this.nodes[cell] === NONE) return;
      node = this.targets[cell] ?? ROOT;
      const id = this.ids[node] ?? NONE;
      if (id !== NONE) found(id, at + 1);
    }
  }

  private add(piece: string, id: number): void {
    let node = ROOT;
    for (let at = 0; at < piece.length; at++) {
      const unit = piece.charCodeAt(at);
      const cell = this.cellOf(node, unit);
      if (this.nodes[cell] === NONE) {
        this.nodes[cell] = node;
        this.units[cell] = unit;
        this.targets[cell] = this.count++;
      }
      node = this.targets[cell] ?? ROOT;
    }
    this.ids[node] = id;
  }

  /** The slot of the step, or the free slot for it. */
  private cellOf(node: number, unit: number): number {
    let cell = (Math.imul(node, spread.node) ^ Math.imul(unit, spread.unit)) >>> 8;
    for (cell &= this.mask; this.nodes[cell] !== NONE; cell = (cell + 1) & this.mask) {
      if (this.nodes[cell] === node && this.units[cell] === unit) break;
    }
    return cell;
  }
}
